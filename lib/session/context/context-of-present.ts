import { requirePresence } from '../../accounts/presence.ts'
import type { Context } from '../../context/context.ts'
import { contextFromCookie } from './context-from-request.ts'

/** For actions that cannot be undone. Throws as `requirePresence`. */
export async function contextOfPresent(channel?: Context['channel']): Promise<Context> {
  const ctx = await contextFromCookie(channel)
  await requirePresence(ctx)
  return ctx
}
