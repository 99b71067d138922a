/**
 * Who calls a door that is open without a key as well: a visitor, or whoever the key stands for. Floor 4.
 */
import type { Context } from '../context.ts'
import { contextFromKey, countFurther } from './from-key.ts'
import { contextOfCaller } from './of-visitor.ts'

/**
 * Asked once for each call of a batch: the key is looked up at the first, and every further one counts against its
 * limits as a request of its own; a visitor's count by their address. Throws as `contextFromKey`; scopes are for the calls to ask.
 */
export function contextFromBearer(request: Request, door: Context['door']): () => Promise<Context> {
  if (!request.headers.has('authorization')) {
    return () => contextOfCaller(request, door)
  }
  let first: Promise<Context> | undefined
  return async () => {
    if (!first) {
      first = contextFromKey(request, [], door)
      return first
    }
    const ctx = await first
    await countFurther(ctx, 1)
    return ctx
  }
}
