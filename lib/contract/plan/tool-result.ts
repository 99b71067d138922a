/**
 * What came of one attempt of one tool call, as people, plans and agents are told of it. Floor 0, types.
 *
 * One per attempt of one step. `ok` means that `data` is there and keeps the output schema; otherwise there is an
 * `error`, except for a step that was skipped, which may say why in `userMessage` only.
 * Source: specification "First-party tools and plans", ToolResult.
 */
import type { ErrorCode } from '../../errors.ts'
import type { Json } from '../json/json.ts'

/** What was observed to change, or would in a dry run, as vault-relative paths; a list that is absent is empty. */
export type Effects = {
  created?: string[]
  modified?: string[]
  deleted?: string[]
  renamed?: { from: string; to: string }[]
}

export type ToolResultError = { code: ErrorCode; message: string; details?: Json; retryable: boolean }

export type ToolResult = {
  /** Of the attempt: the id of the run that it is recorded as. */
  callId: string
  /** The plan run that it belongs to; the attempt's own run when it was called by itself. */
  runId: string
  stepId?: string
  tool: string
  /** From 1. */
  attempt: number
  status: 'ok' | 'error' | 'timeout' | 'cancelled' | 'skipped'
  ok: boolean
  data?: Json
  error?: ToolResultError
  /** Epoch milliseconds. */
  startedAt: number
  endedAt: number
  durationMs: number
  /** Nothing was changed: `effects` are what would have been. */
  dryRun?: true
  effects?: Effects
  userMessage?: string
}
