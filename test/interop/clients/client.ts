/** A way in which applications ask a model, and what such an application sees of the answer. */
export interface Client {
  /** As in the table. */
  readonly name: string
  readonly route: Route
  readonly streams: boolean
  /** It asks for JSON of a schema, and passes on the object that it got as text. */
  readonly asksForObject?: boolean
  /** Asks once. Text is passed on as it comes; what is thrown is a part of what the application sees. */
  ask(asking: Asking): Promise<Told>
}

export type Route = 'openai' | 'responses' | 'azure' | 'deepseek' | 'anthropic' | 'gemini'

export interface Asking {
  readonly signal: AbortSignal
  text(piece: string): void
  /** An error that is told and not thrown. */
  error(error: unknown): void
}

export interface Told {
  /** As the client words it; `null`: it has none. */
  readonly finish: string | null
  /** What the model refused with, where the client tells it apart from text. */
  readonly refusal?: string | null | undefined
}

export const prompt = 'When is the lamp lit?'
export const messages: [{ role: 'user'; content: string }] = [{ role: 'user', content: prompt }]
