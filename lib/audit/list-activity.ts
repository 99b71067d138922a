import { type Context, requireAdmin } from '../context/context.ts'
import { formatMicros } from '../kernel/money.ts'
import { type ActivityQuery, parseInstants } from './audit-query.ts'
import {
  type ActivityRow,
  listPlanRunsOfAll,
  listSkillRunsOfAll,
  listToolCalls,
  listVaultWrites,
} from './rows/activity.ts'

export type ActivityLine = Omit<ActivityRow, 'at' | 'chargedMicros' | 'refundedAt'> & {
  atMs: number
  /** Decimal USDC; null unless something was paid. */
  charged: string | null
  isRefunded: boolean
}

type ActivityPage = {
  lines: ActivityLine[]
  nextCursor: string | null
}

const PAGE_SIZE = 50

/** Returns no contents; `tools` are all names. Throws UNAUTHENTICATED, POLICY_DENIED. */
export async function listActivity(
  ctx: Context,
  { kind, ...query }: ActivityQuery,
  { after, tools }: { after?: string; tools: readonly string[] },
): Promise<ActivityPage> {
  requireAdmin(ctx)
  const before = after && /^[a-z_]{0,8}[0-9a-f-]{36}$/.test(after) ? after : undefined
  const { organisation, person, what, state, channel } = query
  const filter = {
    organisation,
    person,
    what,
    state,
    channel,
    ...parseInstants(query),
    before,
    take: PAGE_SIZE + 1,
  }
  const lists = {
    runs: () => listSkillRunsOfAll(ctx.db, tools, filter),
    tools: () => listToolCalls(ctx.db, tools, filter),
    plans: () => listPlanRunsOfAll(ctx.db, filter),
    vault: () => listVaultWrites(ctx.db, filter),
  }
  const rows = await lists[kind]()
  const shown = rows.slice(0, PAGE_SIZE)
  return {
    lines: shown.map(({ at, chargedMicros, refundedAt, ...row }) => ({
      ...row,
      atMs: at.getTime(),
      charged: chargedMicros ? formatMicros(chargedMicros) : null,
      isRefunded: refundedAt !== null,
    })),
    nextCursor: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
  }
}
