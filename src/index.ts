/**
 * The pure core: requests in, plans and records out. No MSW, no network, no clock.
 *
 * @module
 */
export {
  begin,
  beginAgain,
  complete,
  type Arrival,
  type Begun,
  type Exchange,
  type PendingExchange,
  type Place,
  type WaitingExchange,
} from './exchange.ts'
export { fail, reject } from './refuse.ts'
export { freshState, release, unusedResponses, useScenarios, type MockState } from './scenario/state.ts'
export { routeMatcher, type PolicyOutcome, type Route, type RouteMatch, type RouteMatcher } from './route.ts'

export {
  buildConfig,
  type ConfigBuilder,
  type ConversationBuilder,
  type DatasetBuilder,
  type ScenarioBuilder,
  type StepBuilder,
} from './fixture/builder.ts'
export type {
  RawResponse,
  StreamDelivery,
  StreamErrorData,
  StreamFault,
  Wire,
  WireComment,
} from './fixture/delivery.ts'
export type { ResponseBuilder } from './fixture/response-builder.ts'
export {
  conversation,
  exactly,
  fails,
  filtered,
  json,
  promptBlocked,
  raw,
  refused,
  scenario,
  streamError,
  text,
  toolCalls,
  userContains,
  type PolicyOptions,
  type TextOptions,
} from './fixture/build.ts'
export type { Capacities, Config, InputFilter, Model, ModelKind } from './fixture/config.ts'
export { FixtureConfigError, type ConfigIssue } from './fixture/errors.ts'
export { parseConfig } from './fixture/parse.ts'
export { prepareConfig, type PreparedConfig, type PreparedScenario, type PreparedStep } from './fixture/prepare.ts'
export type {
  Choice,
  DispositionKind,
  FinishReason,
  FixtureFunction,
  FixtureResponse,
  OutputDisposition,
  Pace,
  PermittedRequest,
  PromptBlock,
  ScenarioResponse,
  ScriptedError,
  ToolCall,
  Usage,
} from './fixture/response.ts'
export type {
  ConversationScenario,
  Match,
  MessagePattern,
  ProviderName,
  QueueScenario,
  RepeatMode,
  Scenario,
  Step,
} from './fixture/scenario.ts'

export type { Rejection, RejectionCode } from './admission/rejection.ts'
export { badRequest } from './admission/rejection.ts'
export { takeSnapshot, type RequestParts, type RequestSnapshot } from './request/snapshot.ts'
export type {
  CanonicalRequest,
  Message,
  MessagePart,
  MessageToolCall,
  RequestedFeature,
  Role,
} from './request/canonical.ts'
export type { CacheMark, PromptCacheRule } from './conversation/prompt-cache.ts'
export { countByLength, type CompleteUsage, type CountTokens } from './conversation/usage.ts'
export type {
  Answer,
  AnswerChoice,
  AnswerOutcome,
  AnsweredToolCall,
  BlockedPrompt,
  Identity,
  ParsedRequest,
  PlanlessAnswer,
  PlanlessContext,
  Protocol,
  ResponseContext,
  ResponseKind,
  RouteContext,
} from './protocols/protocol.ts'
export {
  encodeError,
  encodeRejection,
  fillError,
  formatIndented,
  openaiErrors,
  type NativeError,
  type NativeErrors,
} from './protocols/error-envelope.ts'
export { chatCompletions, type ChatCompletionsTraits } from './protocols/chat-completions/index.ts'
export {
  responses,
  storedResponse,
  type ResponsesTraits,
  type StoredResponseTraits,
} from './protocols/responses/index.ts'
export { generateContent } from './protocols/generate-content/index.ts'
export { messages } from './protocols/messages/index.ts'
export { modelList, type ModelListTraits } from './protocols/model-list/index.ts'
export { contentTypes, plainHeaders } from './protocols/plain-headers.ts'
export { sortKeys, without } from './protocols/reshape.ts'
export { describeRejection } from './protocols/error-envelope.ts'
export { checkApiVersion, requireApiVersion } from './protocols/api-version.ts'
export { encodeAzureError, encodeAzureRejection } from './protocols/azure-envelope.ts'
export { azureModels } from './protocols/azure-models.ts'
export { azureHeaders, isHeaderValue } from './protocols/azure-headers.ts'
export { digitsOf, uuidOf } from './protocols/native-ids.ts'
export { filterResults, type Detection, type FilterVerdicts } from './moderation/build-results.ts'
export { azureChat, moderatedChat } from './moderation/chat.ts'
export { azureResponses, azureStored } from './moderation/responses.ts'
export { blockChatPrompt, blockedInferenceMessage, encodeBlockedChat } from './moderation/prompt-block.ts'
export { deploymentFilters } from './moderation/deployment-filters.ts'
export { filteredPrompt } from './moderation/filter-results.ts'
export type {
  Annotation,
  ContentFilter,
  DeploymentFilter,
  FilterBlock,
  ProviderFilter,
} from './moderation/content-filter.ts'
export type { DetectedResult, FilterCategory, FilterResults, SeverityResult } from './moderation/filter-results.ts'
export type { Moderation } from './moderation/moderate.ts'
export type { Verdict } from './moderation/schedule.ts'

export type { Clock } from './delivery/clock.ts'
export type { Frame } from './delivery/frame.ts'
export type { Framing, JsonPlan, LineEnding, ResponsePlan, StreamPlan, Transport } from './delivery/plan.ts'

export type { DeliveryState, JournalEntry, Outcome } from './journal/entry.ts'
export { makeEntry, type ExchangeRecord, type RecordedRequest, type RecordedResponse } from './journal/record.ts'
export { VerificationError, type Summary, type VerifyOptions } from './journal/summary.ts'
export type { JsonObject, JsonValue } from './json.ts'
