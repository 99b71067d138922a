/**
 * If `ok`, `data` matches the output schema; otherwise there is an `error`, except for skipped steps. See
 * docs/spec/tools-and-plans.md §2.
 */
import { ERRORS, type ErrorCode, type ToolErrorCode } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import type { ReachedLimit } from '../../kernel/limit-reached.ts'

/** Vault paths; in a dry run, what would change. */
export type Effects = {
  created?: string[]
  modified?: string[]
  deleted?: string[]
  renamed?: { from: string; to: string }[]
}

export type ToolResultError<Code extends string = ErrorCode> = {
  code: Code
  message: string
  details?: Json
  retryable: boolean
  /** Seconds to wait before another attempt; present after RATE_LIMIT_EXCEEDED. */
  retry_after?: number
  /** What is used up; present after LIMIT_REACHED. */
  limit?: ReachedLimit
}

/** Recorded with the code of the error table; `toPublicToolResult` converts it for every reader. */
export type ToolResult<Code extends string = ErrorCode> = {
  callId: string
  /** The plan run, or the attempt's own run. */
  runId: string
  stepId?: string
  tool: string
  attempt: number
  status: 'ok' | 'error' | 'timeout' | 'cancelled' | 'skipped'
  ok: boolean
  data?: Json
  error?: ToolResultError<Code>
  startedAt: number
  endedAt: number
  durationMs: number
  dryRun?: true
  effects?: Effects
  userMessage?: string
}

export type PublicToolResult = ToolResult<ToolErrorCode>

/** Returns the result with the error code that tools and plans show. */
export function toPublicToolResult({ error, ...result }: ToolResult): PublicToolResult {
  return { ...result, ...(error && { error: { ...error, code: ERRORS[error.code].tool } }) }
}

/** Returns the effects of both, each named once. */
export function mergeEffects(before: Effects | undefined, more: Effects): Effects {
  const both = <Key extends keyof Effects>(key: Key) => {
    const seen = new Map(
      [...(before?.[key] ?? []), ...(more[key] ?? [])].map((each) => [JSON.stringify(each), each]),
    )
    return seen.size > 0 ? { [key]: [...seen.values()] } : {}
  }
  return { ...both('created'), ...both('modified'), ...both('deleted'), ...both('renamed') }
}

const FEW = 3

/** Returns "Created Notes/A.md. Moved B.md to C.md.", or "Would create …" for a dry run. */
export function formatEffects(
  { created, modified, deleted, renamed }: Effects,
  { isDryRun = false } = {},
): string {
  const moves = renamed?.map(({ from, to }) => `${from} to ${to}`)
  return [
    sentence(isDryRun ? 'Would create' : 'Created', created),
    sentence(isDryRun ? 'Would change' : 'Changed', modified),
    sentence(isDryRun ? 'Would delete' : 'Deleted', deleted),
    sentence(isDryRun ? 'Would move' : 'Moved', moves),
  ]
    .filter(Boolean)
    .join(' ')
}

function sentence(verb: string, what: readonly string[] = []): string {
  if (what.length === 0) return ''
  const more = what.length > FEW ? ` and ${what.length - FEW} more` : ''
  return `${verb} ${what.slice(0, FEW).join(', ')}${more}.`
}
