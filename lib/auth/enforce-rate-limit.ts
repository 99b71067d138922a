/**
 * Limits attempts. Counts them before the work, so that concurrent ones count, and takes successful ones off
 * afterwards.
 */

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { plural } from '../kernel/text/plural.ts'
import {
  countAttempt,
  countExceeding,
  type RateLimitWindow,
  refundAttempt,
  resetAttempts,
} from '../settings/rows/rate-limits.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

// biome-ignore format: table
export const RATE_LIMITS = {
  // Guesses of one person's password from one address.
  signInByPair:    { name: 'sign-in-pair',    points: 10,  seconds: 15 * MINUTE },
  signInByPairDaily: { name: 'sign-in-pair-daily', points: 100, seconds: DAY },
  // Counted apart for each known browser, so that strangers cannot use up the person's own attempts.
  signInByBrowser: { name: 'sign-in-browser', points: 10,  seconds: 15 * MINUTE },
  // Guesses from many addresses are delayed above the first limit and refused above the second.
  signInSlow:      { name: 'sign-in-slow',    points: 20,  seconds: 15 * MINUTE },
  signInByEmail:   { name: 'sign-in-email',   points: 2_000, seconds: DAY },
  // Only failures count, so an office behind one address can sign in.
  signInByAddress: { name: 'sign-in-address', points: 100, seconds: 15 * MINUTE },
  signUpByAddress: { name: 'sign-up-address', points: 60,  seconds: 60 * MINUTE },
  confirmByUser:   { name: 'confirm-user',    points: 10,  seconds: 15 * MINUTE },
  resetByEmail:    { name: 'reset-email',     points: 3,   seconds: HOUR },
  mailByPerson:    { name: 'mail-person',     points: 20,  seconds: HOUR },
  mailByRecipient: { name: 'mail-recipient',  points: 5,   seconds: HOUR },
  // Messages to publishers.
  contactByPerson: { name: 'contact-person',  points: 5,   seconds: HOUR },
  contactByPair:   { name: 'contact-pair',    points: 3,   seconds: DAY },
  contactOfPublisher: { name: 'contact-publisher', points: 50, seconds: DAY },
  transfersByUser: { name: 'transfer-user',   points: 20,  seconds: HOUR },
  // Codes sent from a session, or from a browser that has signed in before.
  codeByTrusted:   { name: 'code-trusted',    points: 10,  seconds: 15 * MINUTE },
  codeByPair:      { name: 'code-pair',       points: 10,  seconds: 15 * MINUTE },
  // From all other browsers, one guess in 333,000 succeeds.
  codeByUserDaily: { name: 'code-user-daily', points: 100, seconds: DAY },
  recoveryByPair:  { name: 'recovery-pair',   points: 10,  seconds: 15 * MINUTE },
  linkByAddress:   { name: 'link-address',    points: 60,  seconds: 15 * MINUTE },
  // Separate, so that client registrations cannot exhaust the password-reset limit.
  registerByAddress: { name: 'register-address', points: 60, seconds: 15 * MINUTE },
  // Fetches of documents that describe clients, by the host that has them.
  documentsByHost: { name: 'client-documents', points: 60,  seconds: 15 * MINUTE },
  callByKey:       { name: 'call-key',        points: 300, seconds: MINUTE },
  // More keys do not raise this limit.
  callByOrganisation: { name: 'call-organisation', points: 1_000, seconds: MINUTE },
  // Minted keys, by the first key of their chain.
  mintByFirstKey:  { name: 'mint-first-key',  points: 2_000, seconds: DAY },
  // Calls without a key. An office may share one address.
  callByAddress:   { name: 'call-address',    points: 600, seconds: MINUTE },
  // Allows for uploads of many files and keystrokes in the vault.
  callByPerson:    { name: 'call-person',     points: 3_000, seconds: MINUTE },
  // Messages to one automation with a token, which anyone can repeat who has its address.
  messageByToken:  { name: 'message-token',   points: 120, seconds: MINUTE },
  // One page may show fifty images.
  imageByAddress:  { name: 'image-address',   points: 3_000, seconds: MINUTE },
  // Recordings are decrypted for each download; by the organisation of the key, or else by the address.
  recordingByCaller: { name: 'recording',     points: 60,  seconds: MINUTE },
  actionByPerson:  { name: 'action-person',   points: 600, seconds: MINUTE },
  actionByAddress: { name: 'action-address',  points: 600, seconds: MINUTE },
  // Actions that compare contracts, run examples or unpack files.
  costlyByPerson:  { name: 'costly-person',   points: 60,  seconds: MINUTE },
  // Runs of people without an account.
  visitorRunByAddress: { name: 'visitor-run', points: 20, seconds: HOUR },
  visitorRuns:     { name: 'visitor-runs',    points: 600, seconds: HOUR },
  // Options of their fields: one for each opened picker.
  visitorChoicesByAddress: { name: 'visitor-choice', points: 120, seconds: HOUR },
  visitorChoices:  { name: 'visitor-choices', points: 1_800, seconds: HOUR },
} as const satisfies Record<string, RateLimitWindow>

export async function enforceRateLimit(
  db: Database,
  window: RateLimitWindow,
  key: string,
  times = 1,
): Promise<void> {
  requireNoWait(await countAttempt(db, window, key, times))
}

/** Throws RATE_LIMIT_EXCEEDED unless `seconds` is 0. */
export function requireNoWait(seconds: number): void {
  if (seconds === 0) return
  throw new AppError('RATE_LIMIT_EXCEEDED', {
    message: `Too many attempts. Try again in ${formatWait(seconds)}.`,
    retryAfter: seconds,
  })
}

function formatWait(seconds: number): string {
  if (seconds < MINUTE) return `${seconds} seconds`
  const [count, unit] = seconds <= 2 * HOUR ? [seconds / MINUTE, 'minute'] : [seconds / HOUR, 'hour']
  return plural(Math.ceil(count), unit)
}

/**
 * Strangers cannot lock anyone out: known browsers have their own limit, and guesses from many addresses are first
 * delayed. See OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 */
export type KnownBrowser = { id: string; knows: (email: string) => boolean }

export type SignInOrigin = { address: string; browser?: KnownBrowser | undefined }

const DELAY_STEP_MS = 250
const MAX_DELAY_MS = 5_000

/**
 * Call this before checking the password. Returns a function that takes a successful attempt off. Throws
 * RATE_LIMIT_EXCEEDED.
 */
export async function limitSignInAttempts(
  db: Database,
  email: string,
  { address, browser }: SignInOrigin,
): Promise<() => Promise<void>> {
  if (browser?.knows(email)) {
    const key = pairKey(email, browser.id)
    await enforceRateLimit(db, RATE_LIMITS.signInByBrowser, key)
    return () => resetAttempts(db, RATE_LIMITS.signInByBrowser, key)
  }
  const pair = pairKey(email, address)
  await enforceRateLimit(db, RATE_LIMITS.signInByAddress, address)
  await enforceRateLimit(db, RATE_LIMITS.signInByPair, pair)
  await enforceRateLimit(db, RATE_LIMITS.signInByPairDaily, pair)
  await enforceRateLimit(db, RATE_LIMITS.signInByEmail, email)
  await sleep(delayMs(await countExceeding(db, RATE_LIMITS.signInSlow, email)))
  return async () => {
    await resetAttempts(db, RATE_LIMITS.signInByPair, pair)
    await resetAttempts(db, RATE_LIMITS.signInByPairDaily, pair)
    await refundAttempt(db, RATE_LIMITS.signInByAddress, address)
    await refundAttempt(db, RATE_LIMITS.signInByEmail, email)
    await refundAttempt(db, RATE_LIMITS.signInSlow, email)
  }
}

export function delayMs(past: number): number {
  return Math.min(MAX_DELAY_MS, past * DELAY_STEP_MS)
}

export function pairKey(email: string, from: string): string {
  return createHash('sha256').update(`${email}\n${from}`).digest('base64url')
}
