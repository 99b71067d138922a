/**
 * Decides who is to blame for what a handler threw. A handler may throw any text and code, so only what this site told
 * the code during the same run counts as the site's own failure: docs/spec/execution.md §2.
 */

import { isReportableBySkills, skillError } from '../../contracts/results/skill-error.ts'
import { ERRORS, type ErrorCode, type Issue, type PublicError, REFUSED_BY_SITE } from '../../kernel/errors.ts'
import { parseSkillName } from '../../kernel/names/skill-name.ts'
import { NO_HOSTS_DECLARED } from '../../sandbox/isolate-protocol.ts'
import type { SandboxRequest, ThrownError } from '../../sandbox/sandbox.ts'
import type { ErrorDetail } from '../rows/runs.ts'

/** An exception that a call of the code got from this site. */
export type CallFailure = {
  error: PublicError
  /** The name of the skill or tool that was called, or of the function of `context`. */
  called: string
  /** True if the called skill ran and failed: then the message may be its publisher's. */
  hasRun: boolean
}

type Told = {
  callFailures: readonly CallFailure[]
  requests?: readonly SandboxRequest[]
  /** True for `run_code`, whose sender wrote the code. */
  isOwnCode: boolean
}

type Attributed = { error: PublicError; errorDetail: ErrorDetail }

/** Returns the public error for what a handler threw, and the details that its publisher sees. */
export function attributeThrown(thrown: ThrownError, told: Told): Attributed {
  const type = isClassName(thrown.name) ? { type: thrown.name } : {}
  const errorDetail = { stack: thrown.stack }
  const refusal = refusedRequest(thrown, told)
  if (refusal) return { error: { ...siteError(refusal.sentence, refusal.code), ...type }, errorDetail }

  const failure = told.callFailures.find(
    ({ error }) => error.code === thrown.code && error.message === thrown.message,
  )
  if (failure && isWrongInput(failure.error.code)) return blameForInput(failure, thrown, told)
  const error = { ...(failure ? uncaughtError(failure, thrown) : skillError(thrown)), ...type }
  return { error, errorDetail }
}

/**
 * Returns the sentence with which this site refused a request of the run, and the code of its error, if the code threw just
 * that; else undefined. Python prefixes the class.
 */
function refusedRequest(
  { message }: ThrownError,
  { requests = [] }: Told,
): { sentence: string; code: SandboxRequest['code'] } | undefined {
  const sentence = message.replace(/^\w+(Error|Exception): /, '')
  const request = requests.find(({ refused }) => refused === sentence)
  return request || sentence === NO_HOSTS_DECLARED ? { sentence, code: request?.code } : undefined
}

/**
 * Blames the calling code for the wrong input that it sent to a skill. Its caller's input may be right, and could not
 * be repaired by reading about fields that are not the caller's.
 */
function blameForInput({ error, called, hasRun }: CallFailure, thrown: ThrownError, told: Told): Attributed {
  const issues = hasRun || !error.details?.length ? [toMessageOnly(error)] : error.details
  const blamed = siteError(`The ${told.isOwnCode ? 'code' : 'skill'} called ${called} with a wrong input.`)
  const ownDetails = told.isOwnCode ? { details: [...(blamed.details ?? []), ...issues] } : {}
  return { error: { ...blamed, ...ownDetails }, errorDetail: { issues, stack: thrown.stack } }
}

function uncaughtError({ error, called, hasRun }: CallFailure, thrown: ThrownError): PublicError {
  const { code, message, recoverable, suggested_action, details = [] } = error
  const isOfSite = details.some(({ keyword }) => keyword === REFUSED_BY_SITE)
  // The calling skill names the skills that it calls, unlike a file or blob, which its caller may have named.
  if (code === 'NOT_FOUND' && !hasRun && parseSkillName(called)) return siteError(message)
  if (isReportableBySkills(code)) {
    const reported = skillError(thrown)
    return isOfSite ? { ...reported, details: siteError(message).details } : reported
  }
  return {
    ...siteError(hasRun ? `The skill called ${called}, which failed: ${message}` : message),
    recoverable,
    ...(suggested_action && !hasRun && { suggested_action }),
  }
}

function siteError(message: string, code: ErrorCode = 'SKILL_ERROR'): PublicError {
  const details = [{ path: '', message, keyword: REFUSED_BY_SITE }]
  return { code, message, recoverable: ERRORS[code].recoverable, details }
}

function isWrongInput(code: ErrorCode): boolean {
  return code === 'INVALID_INPUT' || code === 'MISSING_REQUIRED_PARAM'
}

function toMessageOnly({ message }: PublicError): Issue {
  return { path: '', message, keyword: CALLED_SKILL }
}

/** Marks the words of a called skill, which may quote the customer's input. */
export const CALLED_SKILL = 'called-skill'

/** Returns whether the name can be shown as a class: a handler may set any text as an error's name. */
function isClassName(name: string): boolean {
  return /^[A-Za-z_$][\w$.]{0,79}$/.test(name)
}
