/** Who reads what is public anyway, and with a key more. Floor 4. */
import 'server-only'
import type { Context } from '../context.ts'
import type { KeyScope } from '../contract/market/key-scopes.ts'
import { contextFromKey } from './from-key.ts'
import { contextOfCaller } from './of-visitor.ts'

/**
 * No cookie is looked at, so the answer is the same for everybody but holders of a key with one of `scopes`.
 * Throws as `contextFromKey`, and RATE_LIMIT_EXCEEDED for too many calls from one address.
 */
export async function contextOfReader(
  request: Request,
  scopes: readonly KeyScope[] = ['read'],
): Promise<Context> {
  return request.headers.has('authorization') ? contextFromKey(request, scopes) : contextOfCaller(request)
}
