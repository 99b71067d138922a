/**
 * Repeated calls return the first call's run: docs/spec/execution.md §6. A key is valid for 24 hours. Another request
 * with it is a CONFLICT. A paid run that failed and captured nothing frees its key; after a paid child was charged it
 * does not, so that a retry never pays twice.
 */
import { type Context, requireViewer } from '../../context/context.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { digestOf } from '../../kernel/json/digest-of.ts'
import type { Json } from '../../kernel/json/json.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { isSealed } from '../finish/sealed-run.ts'
import { isIdempotencyKey } from '../model/call-options.ts'
import { isEnded } from '../model/run-states.ts'
import type { Runnable, RunOptions } from '../resolve/runnable.ts'
import {
  deleteKeyedCallsBefore,
  type EarlierCall,
  findRecordedCall,
  insertKeyedCall,
  type KeyedCall,
  lockRecordedCall,
  replaceKeyedCall,
} from '../rows/idempotency-keys.ts'
import { findRun } from '../rows/run-history.ts'
import type { RunRow } from '../rows/runs.ts'
import { parseArgs } from './prepare-run-input.ts'

const KEY_LIFETIME_MS = DAY_MS

/** Deletes keys one day after they expire, because their runs may still be going on. Returns their number. */
export function deleteOldKeys(db: Context['db'], now = Date.now()): Promise<number> {
  return deleteKeyedCallsBefore(db, new Date(now - 2 * KEY_LIFETIME_MS))
}

type ComparableCall = {
  /** The version as requested, possibly a range; absent for the installed or latest one. */
  version?: string
  args: unknown
  inputBlobs?: string[]
  dryRun?: boolean
}

/**
 * Returns the SHA-256 over the canonical JSON (RFC 8785), with the arguments as sent. Throws INVALID_INPUT if they
 * are not JSON.
 */
function hashRequest({
  version = null,
  args,
  inputBlobs = [],
  dryRun,
}: { version?: string | null } & Omit<ComparableCall, 'version'>): string {
  const request = { version, args: parseArgs(args), inputBlobs, ...(dryRun && { dryRun }) } as Json
  return digestOf(request)
}

/** Returns the key. Throws INVALID_INPUT for a key that a header could not carry. */
export function requireIdempotencyKey(key: string): string {
  if (isIdempotencyKey(key)) return key
  const message = 'An idempotency key must be 1 to 255 printable ASCII characters.'
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/idempotency_key', message }] })
}

/** Returns the call as it is recorded by its key; undefined without a key. Throws INVALID_INPUT for an invalid key. */
export function toKeyedCall(
  { name: skillName, organisation }: Pick<Runnable, 'name' | 'organisation'>,
  options: RunOptions,
): Omit<KeyedCall, 'runId'> | undefined {
  if (options.idempotencyKey === undefined) return undefined
  const key = requireIdempotencyKey(options.idempotencyKey)
  return { organisationId: organisation.id, skillName, key, requestHash: hashRequest(options) }
}

/**
 * Returns the run of an earlier call with the same key; null if there is none or the key has expired. Throws CONFLICT,
 * also if the output was not stored, and INVALID_INPUT for an invalid key.
 */
export async function findRepeatedRun(
  ctx: Context,
  skillName: string,
  options: RunOptions,
): Promise<RunRow | null> {
  const { organisationId: id, organisationName } = requireViewer(ctx)
  const call = toKeyedCall({ name: skillName, organisation: { id, name: organisationName } }, options)
  const recorded = call && (await findRecordedCall(ctx.db, call))
  return recorded ? findRunToRepeat(ctx.db, recorded, call) : null
}

/** Returns the run of an earlier call if there is one; record nothing then. Throws CONFLICT. */
export async function claimKey(tx: Tx, call: KeyedCall): Promise<RunRow | null> {
  if (await insertKeyedCall(tx, call)) return null
  const recorded = await lockRecordedCall(tx, call)
  const earlier = recorded && (await findRunToRepeat(tx, recorded, call))
  if (!earlier) await replaceKeyedCall(tx, call)
  return earlier
}

async function findRunToRepeat(
  db: Context['db'] | Tx,
  recorded: EarlierCall,
  call: Pick<KeyedCall, 'key' | 'requestHash' | 'skillName'>,
): Promise<RunRow | null> {
  const run = await findRun(db, recorded.runId)
  if (!run || isKeyFree(run, recorded)) return null
  // Ad-hoc code has no version, and its name no dot.
  const difference = call.skillName.includes('.') ? 'a different version' : 'different code'
  requireSameRequest(
    recorded,
    call,
    `a call of ${call.skillName} with ${difference}, different arguments or different blobs`,
  )
  if (isSealed(run)) throw notStoredError(run)
  return run
}

/**
 * Returns the refusal to repeat a sealed run: repeating would charge twice, and its output was only in the first reply.
 */
function notStoredError({ id, state }: RunRow): AppError {
  return new AppError('CONFLICT', {
    message: isEnded(state)
      ? `This call was performed as ${id}, which ended as “${state}”. Its output was not stored, because your organisation stores no inputs and outputs.`
      : `This call is being performed as ${id}. Its output will only be in the reply to the first call, because your organisation stores no inputs and outputs.`,
    suggestedAction: 'Use a new key to perform the call again.',
  })
}

/** Throws CONFLICT for another request; `other` names the earlier use. */
export function requireSameRequest(
  recorded: Pick<EarlierCall, 'requestHash'>,
  call: Pick<KeyedCall, 'key' | 'requestHash'>,
  other: string,
): void {
  if (recorded.requestHash === call.requestHash) return
  throw new AppError('CONFLICT', {
    message: `The idempotency key “${call.key}” was already used for ${other}.`,
    suggestedAction: 'Use a new key for a new call.',
  })
}

function isKeyFree(run: RunRow, recorded: EarlierCall): boolean {
  if (!isEnded(run.state)) return false
  const isUncharged = run.holdMicros > 0n && !run.capturedMicros
  return (isUncharged && run.state !== 'succeeded') || isExpired(recorded)
}

/** Returns whether the key may be used for another request. */
export function isExpired({ createdAt }: Pick<EarlierCall, 'createdAt'>): boolean {
  return Date.now() - createdAt.getTime() > KEY_LIFETIME_MS
}
