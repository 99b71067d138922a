/** What tools, plans and the vault did in the whole of Guildhall. Floor 3; for admins, and without what was in it. */
import { type Context, requireAdmin } from '../context.ts'
import type { ActivityQuery } from '../contract/market/activity-query.ts'
import { instantsOf } from '../contract/market/audit-query.ts'
import { type ActivityRow, listPlanRunsOfAll, listToolCalls, listVaultWrites } from '../db/activity.ts'

export type ActivityLine = Omit<ActivityRow, 'at'> & { atMs: number }

export type ActivityPage = {
  lines: ActivityLine[]
  /** Pass as `after` for the next page; null on the last. */
  nextCursor: string | null
}

const PAGE_SIZE = 50

/** `tools` are the names of those there are. Throws UNAUTHENTICATED, and POLICY_DENIED for anyone but admins. */
export async function listActivity(
  ctx: Context,
  { kind, ...query }: ActivityQuery,
  { after, tools }: { after?: string; tools: readonly string[] },
): Promise<ActivityPage> {
  requireAdmin(ctx)
  const before = after && /^[a-z_]{0,8}[0-9a-f-]{36}$/.test(after) ? after : undefined
  const { organisation, person, what, door } = query
  const filter = { organisation, person, what, door, ...instantsOf(query), before, take: PAGE_SIZE + 1 }
  const lists = {
    tools: () => listToolCalls(ctx.db, tools, filter),
    plans: () => listPlanRunsOfAll(ctx.db, filter),
    vault: () => listVaultWrites(ctx.db, filter),
  }
  // One more than a page shows tells whether there is another.
  const rows = await lists[kind]()
  const shown = rows.slice(0, PAGE_SIZE)
  return {
    lines: shown.map(({ at, ...row }) => ({ ...row, atMs: at.getTime() })),
    nextCursor: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
  }
}
