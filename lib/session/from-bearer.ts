/**
 * Who calls a door that is open without a key as well: a visitor, or whoever the key stands for. Floor 4.
 */
import { LIMITS, requireAttempt } from '../accounts/throttle.ts'
import type { Context } from '../context.ts'
import { database } from '../db/client.ts'
import { connectSandbox } from '../sandbox/sandbox-client.ts'
import { contextFromKey } from './from-key.ts'

/**
 * Asked once for each call of a batch: the key is looked up at the first, and every further one counts against its
 * limit as a request of its own. Throws as `contextFromKey`; scopes are for the calls to ask.
 */
export function contextFromBearer(request: Request, door: Context['door']): () => Promise<Context> {
  if (!request.headers.has('authorization')) {
    const visitor: Context = { viewer: null, db: database(), sandbox: connectSandbox(), door }
    return async () => visitor
  }
  let first: Promise<Context> | undefined
  return async () => {
    if (!first) {
      first = contextFromKey(request, [], door)
      return first
    }
    const ctx = await first
    await requireAttempt(ctx.db, LIMITS.callByKey, ctx.keyId ?? '')
    return ctx
  }
}
