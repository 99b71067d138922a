/**
 * Converts results to MCP. A refused call is a result with `isError`, not a protocol error, so that the model can read
 * and fix it (MCP, Tools, Error handling).
 */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { issueText, type PublicError } from '../errors.ts'
import { isObject, type Json } from '../json/json.ts'
import { type ReportedRun, runFields } from '../run-model/run-fields.ts'

/** Objects also become structured content. */
export function valueResult(value: Json, isError = false): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(value) }],
    ...(isObject(value) && { structuredContent: value }),
    ...(isError && { isError }),
  }
}

/** The full error is in `_meta`, and in the structured content of tools without an output schema. */
export function errorResult(error: PublicError): CallToolResult {
  return { ...skillToolErrorResult(error), structuredContent: { error } }
}

/**
 * For tools with an output schema: clients validate structured content even of errors, and would report a schema
 * violation instead.
 */
export function skillToolErrorResult(error: PublicError): CallToolResult {
  return {
    content: [{ type: 'text', text: sentences(error) }],
    isError: true,
    // A PublicError is plain data.
    _meta: { 'guildhall/error': error },
  }
}

/** What every channel returns of a run besides its output. */
export function runMeta(run: ReportedRun & { id: string }): Record<string, unknown> {
  const fields = Object.entries({ run_id: run.id, ...runFields(run) })
  return Object.fromEntries(fields.map(([name, value]) => [`guildhall/${name}`, value]))
}

function sentences({ code, message, suggested_action, details = [] }: PublicError): string {
  const fields = details.map((each) => `- ${issueText(each)}`)
  return [`${code}: ${message}`, ...fields, ...(suggested_action ? [suggested_action] : [])].join('\n')
}
