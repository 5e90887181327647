/** The shape of a generate-content request: what we read of it, in camel case. Fields we do not read may hold anything. */
import { z } from 'zod'
import type { JsonObject } from '../../json.ts'
import { lazy } from '../../lazy.ts'

type Nullish<T> = T | null | undefined

export interface GenerateContentRequest {
  contents: Content[]
  systemInstruction?: Nullish<SystemContent>
  tools?: Nullish<DeclaredTool[]>
  generationConfig?: Nullish<{
    candidateCount?: Nullish<number>
    responseMimeType?: Nullish<string>
    responseSchema?: unknown
    responseJsonSchema?: unknown
  }>
}

export interface SystemContent {
  parts?: Nullish<Part[]>
}

export interface Content extends SystemContent {
  /** None is the user's. */
  role?: Nullish<'user' | 'model' | 'function' | ''>
}

export interface Part {
  text?: Nullish<string>
  thought?: Nullish<boolean>
  inlineData?: Nullish<Media>
  fileData?: Nullish<Media>
  functionCall?: Nullish<{ id?: Nullish<string>; name: string; args?: Nullish<JsonObject> }>
  functionResponse?: Nullish<{ id?: Nullish<string>; name: string; response?: Nullish<JsonObject> }>
}

interface Media {
  mimeType?: Nullish<string>
}

/** Beside functions, a tool of the provider's own under each key. */
type DeclaredTool = { functionDeclarations?: Nullish<{ name: string }[]> } & Record<string, unknown>

export const requestSchema: () => z.ZodType<GenerateContentRequest> = lazy(() => {
  const text = z.string().nullish()
  const media = z.object({ mimeType: text }).nullish()
  // Any object: what came was JSON.
  const fields = (z.looseObject({}) as unknown as z.ZodType<JsonObject>).nullish()
  const parts = z
    .array(
      z.object({
        text,
        thought: z.boolean().nullish(),
        inlineData: media,
        fileData: media,
        functionCall: z.object({ id: text, name: z.string(), args: fields }).nullish(),
        functionResponse: z.object({ id: text, name: z.string(), response: fields }).nullish(),
      }),
    )
    .nullish()
  return z.object({
    contents: z.array(z.object({ role: z.enum(['user', 'model', 'function', '']).nullish(), parts })).min(1),
    systemInstruction: z.object({ parts }).nullish(),
    tools: z
      .array(z.looseObject({ functionDeclarations: z.array(z.object({ name: z.string() })).nullish() }))
      .nullish(),
    generationConfig: z
      .object({
        candidateCount: z.int().min(1).max(8).nullish(),
        responseMimeType: text,
        responseSchema: z.unknown().optional(),
        responseJsonSchema: z.unknown().optional(),
      })
      .nullish(),
  })
})
