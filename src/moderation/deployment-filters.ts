/** How each deployment of a provider filters. */
import { parseWith } from '../fixture/parse.ts'
import type { DeploymentFilter, ProviderFilter } from './content-filter.ts'
import { stated } from './stated.ts'
import { providerFilterSchema } from './content-filter-schema.ts'

/** Object prototypes have no say in which deployments there are. */
function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/**
 * Reads a provider's `contentFilter` and returns what it says of each deployment.
 *
 * @param mode Of a deployment of which nothing is said.
 * @throws {FixtureConfigError} with every issue.
 */
export function deploymentFilters(
  given: ProviderFilter | undefined,
  mode: 'default' | 'off',
): (deployment: string) => DeploymentFilter {
  const { deployments = {}, ...common } = given === undefined ? {} : parseWith(providerFilterSchema(), given)
  return (deployment) => ({ mode, ...stated(common), ...stated(own(deployments, deployment) ?? {}) })
}
