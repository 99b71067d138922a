/**
 * From a request that may come from a page of ours or from a program. Floor 4.
 *
 * A key counts alone: a request that sends one is never answered as the person whose cookie came along.
 */
import 'server-only'
import type { Context } from '../context.ts'
import type { KeyScope } from '../contract/market/key-scopes.ts'
import { contextFromCookie } from './from-cookie.ts'
import { contextFromKey } from './from-key.ts'
import { countCaller } from './of-visitor.ts'
import { requireSameOrigin } from './same-origin.ts'

/**
 * Who calls: by `Authorization` with one of `scopes`, else by cookie; then only our own pages may change things.
 * A visitor when there is neither. `door` is where a page came through. Throws as `contextFromKey` and
 * `requireSameOrigin` do.
 */
export async function contextFromRequest(
  request: Request,
  scopes: readonly KeyScope[],
  door: Context['door'] = 'rest',
): Promise<Context> {
  if (request.headers.has('authorization')) return contextFromKey(request, scopes)
  if (request.method !== 'GET' && request.method !== 'HEAD') requireSameOrigin(request)
  const ctx = await contextFromCookie(door)
  if (!ctx.viewer) await countCaller(ctx.db, request)
  return ctx
}
