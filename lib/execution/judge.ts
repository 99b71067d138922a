/**
 * Decides how a run ends: what may be delivered, what is withheld, and who is told what. Floor 3, pure.
 *
 * The contract is the publisher's promise. In production an output that breaks it is withheld, the caller is
 * told which promise, and the publisher gets the rest; in development it is shown with warnings.
 * Source: specification "Contracts" §5, "Execution"; seed "Input and output schemas", Output schema.
 */

import type { Json } from '../contract/json/json.ts'
import { checkOutput, runEndFromStatus } from '../contract/values/check-output.ts'
import { skillError } from '../contract/values/skill-error.ts'
import { errorFromEnvelope } from '../contract/values/status-envelope.ts'
import type { RunEnd } from '../db/runs.ts'
import { ERRORS, type ErrorCode, type Issue, type PublicError } from '../errors.ts'
import type { Outcome, ThrownError, Unavailability } from '../sandbox/sandbox.ts'
import type { Contract } from './contract-of.ts'

export type Mode = 'development' | 'production'

type Promised = { mode: Mode; contract: Pick<Contract, 'response' | 'rules'> }
type Ruling = Pick<RunEnd, 'state' | 'output' | 'error' | 'errorDetail' | 'warnings'>

export function judge(outcome: Outcome, promised: Promised): RunEnd {
  const { durationMs, cpuMs, logs, requests } = outcome
  return {
    ...ruling(outcome, promised),
    logs,
    durationMs,
    ...(requests && { requests }),
    ...(cpuMs !== undefined && { cpuMs }),
  }
}

function ruling(outcome: Outcome, promised: Promised): Ruling {
  switch (outcome.kind) {
    case 'returned':
      return judgeOutput(outcome.value, promised)
    case 'threw':
      return judgeThrown(outcome.error)
    case 'limit':
      return judgeLimit(outcome.limit, outcome.message)
    case 'cancelled':
      return { state: 'cancelled', error: CANCELLED }
    case 'unavailable':
      return {
        state: 'failed',
        error: errorOf('TOOL_NOT_AVAILABLE', {
          ...NOT_AVAILABLE[outcome.reason ?? 'down'],
          // Our own sentence, of what the job asked for.
          ...(outcome.reason === 'unable' && { message: outcome.message }),
        }),
        errorDetail: { stack: outcome.message },
      }
  }
}

const LATER = 'Try again in a moment.'
const NOT_AVAILABLE: Record<Unavailability | 'down', Partial<PublicError>> = {
  down: { message: 'The sandbox is not available right now, so nothing ran.', suggested_action: LATER },
  busy: { message: 'The sandbox is busy right now, so nothing ran.', suggested_action: LATER },
  // Not "try again" without a warning: it may have sent something before it was lost.
  lost: {
    message: 'The sandbox stopped while the skill was running. Nothing came out of it.',
    suggested_action: 'Look whether the skill had done its work already, then run it again.',
  },
  unjailed: {
    message:
      'Nobody has reviewed this skill, and this Guildhall cannot lock such code up, so it was not run.',
    recoverable: false,
    suggested_action: 'Ask an admin: “npm run cli -- sandbox doctor” tells what the sandbox lacks.',
  },
  unable: {
    recoverable: false,
    suggested_action: 'Ask an admin to add such a host to GUILDHALL_SANDBOX_HOSTS.',
  },
}

/** When a run ended only because the sandbox did: "before" its code began, or "amid" it. */
export function sandboxLoss({ code, message }: PublicError): 'before' | 'amid' | undefined {
  if (code !== 'TOOL_NOT_AVAILABLE') return undefined
  if (message === NOT_AVAILABLE.lost.message) return 'amid'
  return [NOT_AVAILABLE.down, NOT_AVAILABLE.busy].some((each) => each.message === message)
    ? 'before'
    : undefined
}

function judgeOutput(output: Json, { mode, contract: { response, rules } }: Promised): Ruling {
  const end = runEndFromStatus(response, output)
  const issues = checkOutput(response, output, rules)
  // What says that it failed is not delivered, so the rest of its promises do not matter to the caller.
  if (end === 'failed') {
    const broken = mode === 'production' ? { errorDetail: { issues } } : { warnings: issues }
    return { state: 'failed', error: errorFromEnvelope(output), ...(issues.length > 0 && broken) }
  }
  if (issues.length > 0 && mode === 'production') return withhold(issues)
  return { state: end, output, warnings: issues }
}

function withhold(issues: Issue[]): Ruling {
  // Which promise, never what was returned instead: the value may quote the publisher's code or config.
  const broken = issues.slice(0, 10).map(({ path, message, keyword }) => ({ path, message, keyword }))
  return {
    state: 'failed',
    error: errorOf('OUTPUT_CONTRACT_VIOLATION', { details: broken }),
    errorDetail: { issues },
  }
}

function judgeThrown(thrown: ThrownError): Ruling {
  return {
    state: 'failed',
    error: { ...skillError(thrown), ...(isClassName(thrown.name) && { type: thrown.name }) },
    errorDetail: { stack: thrown.stack },
  }
}

/** A handler may call its error what it likes; a sentence is no class. */
function isClassName(name: string): boolean {
  return /^[A-Za-z_$][\w$.]{0,79}$/.test(name)
}

// biome-ignore format: a table reads in rows
const LIMITS = {
  wall:     { state: 'timed_out', code: 'TOOL_TIMEOUT' },
  cpu:      { state: 'timed_out', code: 'TOOL_TIMEOUT' },
  memory:   { state: 'failed',    code: 'SKILL_ERROR' },
  output:   { state: 'failed',    code: 'SKILL_ERROR' },
  requests: { state: 'failed',    code: 'SKILL_ERROR' },
} as const

function judgeLimit(limit: keyof typeof LIMITS, message: string): Ruling {
  const { state, code } = LIMITS[limit]
  const details = [{ path: '', message, keyword: 'limit', params: { limit } }]
  return { state, error: errorOf(code, { message: message || ERRORS[code].message, details }) }
}

function errorOf(code: ErrorCode, said: Partial<PublicError> = {}): PublicError {
  const spec: { message: string; recoverable: boolean; suggestedAction?: string } = ERRORS[code]
  const { message, recoverable, suggestedAction } = spec
  return {
    code,
    message,
    recoverable,
    ...(suggestedAction && { suggested_action: suggestedAction }),
    ...said,
  }
}

export const CANCELLED = errorOf('CANCELLED')
