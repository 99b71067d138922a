/**
 * Calls that may be repeated without running, or costing, twice. Floor 3.
 *
 * A key counts for one organisation's calls of one skill, for 24 hours. The same key with the same request gets the
 * first one's run, ended or not; with another request it is a CONFLICT. A paid run that ended uncharged frees its
 * key: repeating that call is what the caller wants. Source: specification "Execution", Idempotency.
 */
import type { Context } from '../context.ts'
import { digestOf } from '../contract/json/digest-of.ts'
import type { Json } from '../contract/json/json.ts'
import { isIdempotencyKey } from '../contract/market/call-texts.ts'
import { isEnded } from '../contract/market/run-states.ts'
import type { Tx } from '../db/client.ts'
import {
  findKeptCall,
  forgetCalls,
  type KeptCall,
  type KeyedCall,
  type KeyPlace,
  keepCall,
  lockKeptCall,
  replaceCall,
} from '../db/idempotency-keys.ts'
import { findRun } from '../db/run-history.ts'
import type { RunRow } from '../db/runs.ts'
import { AppError } from '../errors.ts'
import { parseArgs } from './parse-args.ts'

const KEPT_MS = 24 * 60 * 60 * 1000

/** Forgets keys that no longer count; a day later than they do, for runs that went on. For the sweep. */
export function forgetOldKeys(db: Context['db'], now = Date.now()): Promise<number> {
  return forgetCalls(db, new Date(now - 2 * KEPT_MS))
}

/** What has to be the same for a call to be a repetition. */
export type Comparable = {
  /** As it was asked for, a range too; absent for what is installed or the latest. */
  version?: string
  args: unknown
  inputBlobs?: string[]
  dryRun?: boolean
}

/** SHA-256 over canonical JSON (RFC 8785), of the arguments as they were sent. Throws INVALID_INPUT for what is no JSON. */
export function requestHashOf({
  version = null,
  args,
  inputBlobs = [],
  dryRun,
}: { version?: string | null } & Omit<Comparable, 'version'>): string {
  const compared = { version, args: parseArgs(args), inputBlobs, ...(dryRun && { dryRun }) } as Json
  return digestOf(compared)
}

/** Throws INVALID_INPUT for what is no key: 1 to 255 printable characters. */
export function requireIdempotencyKey(key: string): string {
  if (isIdempotencyKey(key)) return key
  const message = 'An idempotency key is 1 to 255 printable ASCII characters.'
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/idempotency_key', message }] })
}

/** The run that an earlier call with this key made; null when there was none, or it no longer counts. Throws CONFLICT. */
export async function findRepeated(
  db: Context['db'],
  place: KeyPlace,
  requestHash: string,
): Promise<RunRow | null> {
  const kept = await findKeptCall(db, place)
  return kept && runToRepeat(db, kept, { ...place, requestHash })
}

/**
 * Claims the key for `call` in the transaction that records its run. Answers the run of an earlier call instead when
 * there was one, and then nothing may be recorded. Throws CONFLICT.
 */
export async function claimKey(tx: Tx, call: KeyedCall): Promise<RunRow | null> {
  if (await keepCall(tx, call)) return null
  const kept = await lockKeptCall(tx, call)
  const earlier = kept && (await runToRepeat(tx, kept, call))
  if (!earlier) await replaceCall(tx, call)
  return earlier
}

async function runToRepeat(
  db: Context['db'] | Tx,
  kept: KeptCall,
  asked: Pick<KeyedCall, 'key' | 'requestHash' | 'skillName'>,
): Promise<RunRow | null> {
  const run = await findRun(db, kept.runId)
  if (!run || isOver(run, kept)) return null
  // Code that was sent with its call is called like no skill.
  const of = asked.skillName.includes('.') ? 'another version' : 'other code'
  requireSameRequest(
    kept,
    asked,
    `another call of ${asked.skillName}, with ${of}, other arguments or other blobs`,
  )
  return run
}

/** Throws CONFLICT when the key was used for something else; `other` says what that would be. */
export function requireSameRequest(
  kept: Pick<KeptCall, 'requestHash'>,
  asked: Pick<KeyedCall, 'key' | 'requestHash'>,
  other: string,
): void {
  if (kept.requestHash === asked.requestHash) return
  throw new AppError('CONFLICT', {
    message: `The idempotency key “${asked.key}” was used for ${other}.`,
    suggestedAction: 'Use a new key for a new call.',
  })
}

function isOver(run: RunRow, kept: KeptCall): boolean {
  if (!isEnded(run.state)) return false
  const endedUncharged = run.holdMicros > 0n && run.state !== 'succeeded'
  return endedUncharged || isExpired(kept)
}

/** What has ended is told again for a day. */
export function isExpired({ createdAt }: Pick<KeptCall, 'createdAt'>): boolean {
  return Date.now() - createdAt.getTime() > KEPT_MS
}
