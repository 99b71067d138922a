/**
 * What came of a call, as MCP says it. Floor 4, pure.
 *
 * A refusal is a result with `isError`, not an error of the protocol: it is for the model to read and to mend.
 * Source: Model Context Protocol, Server features, Tools (Error handling).
 */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { isObject, type Json } from '../contract/json/json.ts'
import { logsPreview } from '../contract/market/logs-preview.ts'
import { issueText, type PublicError } from '../errors.ts'
import type { RunView } from '../execution/run-view.ts'

/** A value; structured too when it is an object, as MCP has it. */
export function valueResult(value: Json, isError = false): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(value) }],
    ...(isObject(value) && { structuredContent: value }),
    ...(isError && { isError }),
  }
}

/** The whole error for a program stands in `_meta`, and where nothing else is promised in the structured content too. */
export function errorResult(error: PublicError): CallToolResult {
  return { ...nativeErrorResult(error), structuredContent: { error } }
}

/**
 * Of a tool with an output schema: clients hold structured content to it, that of an error too, and would tell the model
 * that the schema was broken instead of why.
 */
export function nativeErrorResult(error: PublicError): CallToolResult {
  return {
    content: [{ type: 'text', text: sentences(error) }],
    isError: true,
    // A PublicError is plain data.
    _meta: { 'guildhall/error': error },
  }
}

type ToldRun = Pick<
  RunView,
  | 'id'
  | 'versionNumber'
  | 'contractHash'
  | 'permissionsHash'
  | 'notices'
  | 'logs'
  | 'outputBlobs'
  | 'charged'
  | 'coercions'
  | 'dryRun'
  | 'effects'
>

/** What every door tells of a run besides its output. */
export function runMeta(run: ToldRun) {
  const { notices, coercions, charged, dryRun, effects, outputBlobs = [], logs } = run
  return {
    'guildhall/run_id': run.id,
    'guildhall/version': run.versionNumber,
    'guildhall/contract_hash': run.contractHash,
    ...(run.permissionsHash && { 'guildhall/permissions_hash': run.permissionsHash }),
    ...(notices.length > 0 && { 'guildhall/notices': notices }),
    ...(coercions.length > 0 && { 'guildhall/coercions': coercions }),
    ...(charged !== undefined && { 'guildhall/charged': charged }),
    ...(dryRun && { 'guildhall/dry_run': true }),
    ...(effects && { 'guildhall/effects': effects }),
    ...(outputBlobs.length > 0 && { 'guildhall/output_blobs': outputBlobs }),
    ...(logs.length > 0 && { 'guildhall/logs_preview': logsPreview(logs) }),
  }
}

function sentences({ code, message, suggested_action, details = [] }: PublicError): string {
  const fields = details.map((each) => `- ${issueText(each)}`)
  return [`${code}: ${message}`, ...fields, ...(suggested_action ? [suggested_action] : [])].join('\n')
}
