/**
 * Decides how a run ends. In production, output that violates the contract is withheld; in development it is
 * delivered with warnings. See docs/spec/contracts.md §5.
 */

import { checkOutput, runEndFromStatus } from '../../contracts/results/check-output.ts'
import { errorFromEnvelope } from '../../contracts/results/skill-error.ts'
import { isCheapToCheck } from '../../json-schema/limits/check-cost.ts'
import {
  type AppError,
  ERRORS,
  type ErrorCode,
  type Issue,
  OUTAGE_RETRY_AFTER,
  type PublicError,
  toPublicError,
} from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { logFault } from '../../kernel/logging/log.ts'
import type { Secret } from '../../kernel/redaction/redact.ts'
import { isTooCostly, runInThread } from '../../kernel/threads/run-in-thread.ts'
import type { Outcome, Unavailability } from '../../sandbox/sandbox.ts'
import type { Contract, RunMode } from '../resolve/runnable.ts'
import type { ErrorDetail, RunEnd } from '../rows/runs.ts'
import { attributeThrown, type CallFailure } from './attribute-error.ts'

type Expectation = {
  mode: RunMode
  contract: Pick<Contract, 'response' | 'rules'>
  /** The caller's organisation. */
  owner: string
  /** The exceptions that the code's calls got; absent if it can make none. */
  callFailures?: readonly CallFailure[]
  /** How emitted parts broke the contract. */
  partIssues?: readonly Issue[]
  isOwnCode?: boolean
}
type Ruling = Pick<RunEnd, 'state' | 'output' | 'error' | 'errorDetail' | 'warnings'>

/** Returns the end of a run, unredacted. A draft (`mode`) only warns of an output that breaks its contract. */
export async function judgeOutcome(outcome: Outcome, promised: Expectation): Promise<RunEnd> {
  const { durationMs, cpuMs, logs, requests } = outcome
  return {
    ...(await judge(outcome, promised)),
    logs,
    durationMs,
    ...(requests && { requests }),
    ...(cpuMs !== undefined && { cpuMs }),
  }
}

async function judge(outcome: Outcome, promised: Expectation): Promise<Ruling> {
  const { mode, partIssues = [] } = promised
  if (partIssues.length === 0) return rulingOfOutcome(outcome, promised)
  if (mode === 'production') return withhold(partIssues)
  const { warnings = [], ...ruling } = await rulingOfOutcome(outcome, promised)
  return { ...ruling, warnings: [...partIssues, ...warnings] }
}

async function rulingOfOutcome(outcome: Outcome, promised: Expectation): Promise<Ruling> {
  switch (outcome.kind) {
    case 'returned':
      return judgeOutput(outcome.value, promised)
    case 'threw':
      return judgeThrown(outcome, promised)
    case 'limit':
      return judgeLimit(outcome.limit, outcome.message)
    case 'cancelled':
      return { state: 'cancelled', error: CANCELLED }
    case 'unavailable':
      return {
        state: 'failed',
        error: buildPublicError('TOOL_NOT_AVAILABLE', {
          ...NOT_AVAILABLE[outcome.reason ?? 'down'],
          ...(outcome.reason === 'unable' && { message: outcome.message }),
        }),
        errorDetail: { stack: outcome.message, ...INTERRUPTIONS[outcome.reason ?? 'down'] },
      }
  }
}

/** Whether the sandbox was lost before or while the code ran. */
const INTERRUPTIONS: Record<keyof typeof NOT_AVAILABLE, Pick<ErrorDetail, 'interruption'>> = {
  down: { interruption: 'before' },
  busy: { interruption: 'before' },
  lost: { interruption: 'during' },
  unjailed: {},
  taken: {},
  unable: {},
}

async function judgeOutput(output: Json, { mode, contract, owner }: Expectation): Promise<Ruling> {
  const { response } = contract
  const end = runEndFromStatus(response, output)
  const issues = await issuesOfOutput(output, { contract, owner })
  // A failed run delivers no output, so its other contract violations do not concern the caller.
  if (end === 'failed') {
    const broken = mode === 'production' ? { errorDetail: { issues } } : { warnings: issues }
    return { state: 'failed', error: errorFromEnvelope(output), ...(issues.length > 0 && broken) }
  }
  if (issues.length > 0 && mode === 'production') return withhold(issues)
  return { state: end, output, warnings: issues }
}

/** A costly check runs in a worker thread; output that cannot be checked in time breaks its contract. */
async function issuesOfOutput(
  output: Json,
  { contract: { response, rules }, owner }: Pick<Expectation, 'contract' | 'owner'>,
): Promise<Issue[]> {
  if (!response || isCheapToCheck(response, output)) return checkOutput(response, output, rules)
  try {
    return await runInThread<typeof checkOutput>('check-output', [response, output, rules], { owner })
  } catch (thrown) {
    if (isTooCostly(thrown)) return (thrown as AppError).options.issues ?? []
    throw thrown
  }
}

function withhold(issues: readonly Issue[]): Ruling {
  // Names the violated rule only: the returned value may quote the publisher's code or config.
  const broken = issues.slice(0, 10).map(({ path, message, keyword }) => ({ path, message, keyword }))
  return {
    state: 'failed',
    error: buildPublicError('OUTPUT_CONTRACT_VIOLATION', { details: broken }),
    errorDetail: { issues: [...issues] },
  }
}

function judgeThrown(
  { error, requests }: Extract<Outcome, { kind: 'threw' }>,
  { callFailures = [], isOwnCode = false }: Expectation,
): Ruling {
  return { state: 'failed', ...attributeThrown(error, { callFailures, requests, isOwnCode }) }
}

// biome-ignore format: table
const LIMITS = {
  wall:     { state: 'timed_out', code: 'TOOL_TIMEOUT' },
  cpu:      { state: 'timed_out', code: 'TOOL_TIMEOUT' },
  memory:   { state: 'failed',    code: 'SKILL_ERROR' },
  output:   { state: 'failed',    code: 'SKILL_ERROR' },
  parts:    { state: 'failed',    code: 'SKILL_ERROR' },
  requests: { state: 'failed',    code: 'SKILL_ERROR' },
} as const

function judgeLimit(limit: keyof typeof LIMITS, message: string): Ruling {
  const { state, code } = LIMITS[limit]
  const details = [{ path: '', message, keyword: 'limit', params: { limit } }]
  return { state, error: buildPublicError(code, { message: message || ERRORS[code].message, details }) }
}

function buildPublicError(code: ErrorCode, overrides: Partial<PublicError> = {}): PublicError {
  const spec: { message: string; recoverable: boolean; suggestedAction?: string } = ERRORS[code]
  const { message, recoverable, suggestedAction } = spec
  return {
    code,
    message,
    recoverable,
    ...(suggestedAction && { suggested_action: suggestedAction }),
    ...overrides,
  }
}

export const CANCELLED = buildPublicError('CANCELLED')

/**
 * Returns the end of a run that failed through our fault: the caller gets a reference, the log the details. `secrets`
 * are redacted from the log, since the error may contain them.
 */
export function endWithFault(thrown: unknown, runId: string, secrets: readonly Secret[]): RunEnd {
  const reference = logFault(thrown, 'a run could not be performed', { runId }, secrets)
  return { state: 'failed', error: toPublicError(thrown, reference) }
}

const LATER = { suggested_action: 'Try again in a moment.', retry_after: OUTAGE_RETRY_AFTER }
/** What the caller reads if the sandbox did not run the code, or was lost while it ran. */
export const NOT_AVAILABLE = {
  down: { message: 'The sandbox is not available right now, so nothing ran.', ...LATER },
  busy: { message: 'The sandbox is busy right now, so nothing ran.', ...LATER },
  // Does not suggest a plain retry: the skill may already have sent something.
  lost: {
    message: 'The sandbox stopped while the skill was running. There is no output.',
    suggested_action: 'Check whether the skill already finished its work before you run it again.',
  },
  unjailed: {
    message:
      'This code has not been approved by an admin, and this server has no jail for unapproved code. Nothing ran.',
    recoverable: false,
    suggested_action:
      'Ask an admin of this server to install a jail: “npm run cli -- sandbox doctor” lists what is missing.',
  },
  // Its end is written by the worker that follows it.
  taken: { message: 'Another server has taken up this run.', ...LATER },
  unable: {
    recoverable: false,
    suggested_action: 'Ask an admin to add such a host to GUILDHALL_SANDBOX_HOSTS.',
  },
} as const satisfies Record<Unavailability | 'down', Partial<PublicError>>
