/** The Context of somebody who is nobody: for what is public, and may be kept by caches on the way. Floor 4. */
import 'server-only'
import { LIMITS, requireAttempt } from '../accounts/throttle.ts'
import type { Context } from '../context.ts'
import { database } from '../db/client.ts'
import { connectSandbox } from '../sandbox/sandbox-client.ts'
import { addressFrom } from './address-from.ts'

/** For doors that count attempts by themselves; the others ask `contextOfCaller`. */
export function contextOfVisitor(door: Context['door'] = 'rest'): Context {
  return { viewer: null, db: database(), sandbox: connectSandbox(), door }
}

/** The same, counted by the caller's address. Throws RATE_LIMIT_EXCEEDED. */
export async function contextOfCaller(request: Request, door: Context['door'] = 'rest'): Promise<Context> {
  const ctx = contextOfVisitor(door)
  await countCaller(ctx.db, request)
  return ctx
}

/** Counts a call that no key and no session stands for. Throws RATE_LIMIT_EXCEEDED. */
export function countCaller(db: Context['db'], request: Request): Promise<void> {
  return requireAttempt(db, LIMITS.callByAddress, addressFrom(request.headers.get('x-forwarded-for')))
}
