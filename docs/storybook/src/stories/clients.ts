import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI, { AzureOpenAI } from 'openai'
import { anthropicModel } from '../models/anthropic.ts'
import { geminiModel } from '../models/gemini.ts'
import { openaiModel } from '../models/openai.ts'

/** A person tries again here, not the client. */
const inPage = { apiKey: 'test', dangerouslyAllowBrowser: true, maxRetries: 0 }

export const openai = openaiModel(new OpenAI(inPage), 'gpt-5.5')

/** The client's own retries, as it comes. */
export const patientOpenai = openaiModel(new OpenAI({ ...inPage, maxRetries: 2 }), 'gpt-5.5')

export const azure = openaiModel(
  new AzureOpenAI({ ...inPage, endpoint: 'https://example.openai.azure.com', apiVersion: '2024-10-21' }),
  'gpt-5.5',
)

export const anthropic = anthropicModel(new Anthropic(inPage), 'claude-opus-5')

export const gemini = geminiModel(new GoogleGenAI({ apiKey: 'test' }), 'gemini-3-pro')
