/** Who calls an /api route that pages and programs both use. Floor 4. */
import 'server-only'
import type { Context } from '../context.ts'
import type { KeyScope } from '../contract/market/key-scopes.ts'
import { contextFromCookie } from './from-cookie.ts'
import { contextFromKey } from './from-key.ts'
import { countCaller } from './of-visitor.ts'
import { requireSameOrigin } from './same-origin.ts'

/**
 * With an `Authorization` header the key counts and nothing else; without one the session, from our own pages only.
 * Throws as `contextFromKey` and `requireSameOrigin`; a visitor is nobody's to refuse here.
 */
export async function contextFromKeyOrCookie(
  request: Request,
  scopes: readonly KeyScope[],
  door: Context['door'] = 'rest',
): Promise<Context> {
  if (request.headers.has('authorization')) return contextFromKey(request, scopes)
  if (request.method !== 'GET') requireSameOrigin(request)
  const ctx = await contextFromCookie(door)
  if (!ctx.viewer) await countCaller(ctx.db, request)
  return ctx
}
