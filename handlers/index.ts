/**
 * Mocks of LLM providers for tests and stories: MSW request handlers, and a `fetch` without MSW.
 *
 * @module
 */
export type { ControlOptions } from './control.ts'
export { createLlmMock, type LlmMock, type LlmMockOptions, type StreamClass } from './llm-mock.ts'
export { manualClock, type ManualClock } from './manual-clock.ts'
export { mountAll } from './mount-all.ts'
export { anthropic } from './anthropic/index.ts'
export { azureOpenai } from './azure-openai/index.ts'
export { defineProvider, type RouteDefinition } from './define-provider.ts'
export { deepseek } from './deepseek/index.ts'
export { gemini } from './gemini/index.ts'
export { microsoftFoundry } from './microsoft-foundry/index.ts'
export { openai } from './openai/index.ts'
export type { BaseOptions, EndpointOptions, Provider } from './provider.ts'

export {
  conversation,
  exactly,
  fails,
  filtered,
  filterResults,
  FixtureConfigError,
  json,
  parseConfig,
  promptBlocked,
  raw,
  refused,
  scenario,
  streamError,
  text,
  toolCalls,
  userContains,
  VerificationError,
  type Annotation,
  type CanonicalRequest,
  type Choice,
  type Clock,
  type CompleteUsage,
  type Config,
  type Capacities,
  type ConfigBuilder,
  type ConversationBuilder,
  type ConversationScenario,
  type ConfigIssue,
  type ContentFilter,
  type CountTokens,
  type DatasetBuilder,
  type DeliveryState,
  type DeploymentFilter,
  type DispositionKind,
  type FilterResults,
  type FinishReason,
  type FixtureFunction,
  type FixtureResponse,
  type Identity,
  type InputFilter,
  type JournalEntry,
  type JsonObject,
  type JsonValue,
  type Match,
  type Message,
  type MessagePart,
  type MessagePattern,
  type MessageToolCall,
  type Model,
  type ModelKind,
  type Outcome,
  type OutputDisposition,
  type Pace,
  type PermittedRequest,
  type PolicyOptions,
  type PromptBlock,
  type ProviderFilter,
  type ProviderName,
  type RepeatMode,
  type ResponseBuilder,
  type Role,
  type Route,
  type QueueScenario,
  type RawResponse,
  type Scenario,
  type ScenarioBuilder,
  type Step,
  type StreamDelivery,
  type StreamErrorData,
  type StreamFault,
  type StepBuilder,
  type ScenarioResponse,
  type ScriptedError,
  type Summary,
  type TextOptions,
  type ToolCall,
  type Usage,
  type VerifyOptions,
  type Wire,
  type WireComment,
} from '../src/index.ts'
