/** The first value of a query parameter, or `null`. */
export function readQuery(url: string, name: string): string | null {
  const query = url.indexOf('?')
  return query === -1 ? null : new URLSearchParams(url.slice(query)).get(name)
}
