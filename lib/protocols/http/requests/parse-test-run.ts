import { z } from 'zod'
import { DOCUMENT_MAX_BYTES } from '#lib/contracts/document/read-document.ts'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { LineField } from '#lib/kernel/validation/text-fields.ts'
import { parseJsonText } from './read-body.ts'

/** A document or value as JSON, where one byte may take six characters. */
export const JsonText = z.string().max(6 * DOCUMENT_MAX_BYTES)

/**
 * A text that may have more than a million characters. Pages send it in an object: React decodes no longer texts that are
 * arguments themselves.
 */
export type SentText = { text: string }

/** Throws INVALID_INPUT if it is none. */
export function parseSentText(sent: unknown): string {
  return parseFields(z.object({ text: JsonText }), sent).text
}

/**
 * Replaces a field that a page sends as JSON text by its value. Throws INVALID_INPUT if it is no text or no JSON.
 *
 * Pages send inputs as text, because Next reads the values of an action one by one, on the thread that serves everyone;
 * see `action-body.ts`.
 */
export function parseJsonField(request: unknown, field: string): unknown {
  if (!isObject(request as Json) || (request as JsonObject)[field] === undefined) return request
  const text = parseFields(JsonText, (request as JsonObject)[field])
  return { ...(request as JsonObject), [field]: parseJsonText(text) }
}

/** `config` defaults to the settings of the organisation. */
const TestRun = z.object({
  skillSlug: LineField,
  args: JsonText,
  config: JsonText.optional(),
  timeZone: LineField,
  /** What the run may cost, in USDC. */
  maxPrice: LineField.optional(),
})

/** A run of a draft or submission, as pages send it. */
export type SentTestRun = z.input<typeof TestRun>

type TestRunFields = {
  skillSlug: string
  timeZone: string
  args: Json
  config?: JsonObject
  maxPrice?: string
}

/** Parses a test run. A config that is not an object is ignored. Throws INVALID_INPUT. */
export function parseTestRun(sent: unknown): TestRunFields {
  const { args, config, ...rest } = parseFields(TestRun, sent)
  const values = config === undefined ? undefined : parseJsonText(config)
  return { ...rest, args: parseJsonText(args), ...(isObject(values) && { config: values }) }
}
