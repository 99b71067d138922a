import { z } from 'zod'
import { type Context, requireViewer } from '../../context/context.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { DayField } from '../../kernel/validation/text-fields.ts'
import { listNamesOfSkill } from '../../publishing/rows/former-names.ts'
import { MAX_RUN_QUERY_CHARS, RUN_CHANNELS } from '../model/run-channels.ts'
import { RUN_LABELS, type RunState } from '../model/run-states.ts'
import { listRunLines, listRunSkillNames } from '../rows/run-history.ts'
import type { RunList } from './run-view.ts'
import { showRunLine } from './show-run.ts'

const PAGE = 30
const STATES = Object.keys(RUN_LABELS) as RunState[]

/** Invalid values are ignored. */
const Query = z.object({
  skill: z.string().min(1).max(200).refine(isStorable).optional().catch(undefined),
  state: z.enum(STATES).optional().catch(undefined),
  from: DayField.optional().catch(undefined),
  to: DayField.optional().catch(undefined),
  channel: z.enum(RUN_CHANNELS).optional().catch(undefined),
  q: z.string().trim().min(1).max(MAX_RUN_QUERY_CHARS).refine(isStorable).optional().catch(undefined),
  /** Test runs have a list of their own. */
  tests: z.coerce.boolean().optional().catch(undefined),
  mine: z.coerce.boolean().optional().catch(undefined),
  cursor: z
    .string()
    .regex(/^run_[0-9a-f-]{36}$/)
    .optional()
    .catch(undefined),
})

export type RunQuery = z.infer<typeof Query>

/** Returns the filters of a URL. Never throws: invalid ones are left out. */
export function parseRunQuery(value: unknown): RunQuery {
  return Query.parse(value ?? {})
}

/**
 * Returns the viewer's organisation's runs, newest first: child runs only with `skill`, test runs only (and alone)
 * with `tests`. A search may stop early: then `nextCursor` continues it. Throws UNAUTHENTICATED.
 */
export async function listRuns(ctx: Context, query: RunQuery = {}, take = PAGE): Promise<RunList> {
  const { organisationId, userId } = requireViewer(ctx)
  const { skill, state, channel, q, from, to, mine, tests, cursor } = query
  const { rows, searchedTo } = await listRunLines(ctx.db, {
    organisationId,
    ...(mine && { userId }),
    ...(skill !== undefined && { skillNames: await listNamesOfSkill(ctx.db, skill) }),
    onlyRoots: skill === undefined,
    mode: tests ? 'development' : 'production',
    ...(state && { states: [state] }),
    channel,
    text: q,
    ...(from && { from: new Date(`${from}T00:00:00.000Z`) }),
    ...(to && { to: new Date(`${to}T23:59:59.999Z`) }),
    before: cursor,
    take: take + 1,
  })
  const page = rows.slice(0, take)
  const last = page.at(-1)
  return {
    runs: page.map(showRunLine),
    nextCursor: rows.length > take && last ? last.id : searchedTo,
  }
}

/** Returns the viewer's last ten runs of the skill; [] for visitors. */
export async function listSkillRuns(ctx: Context, skillName: string): Promise<RunList['runs']> {
  if (!ctx.viewer) return []
  return (await listRuns(ctx, { skill: skillName, mine: true }, 10)).runs
}

/** Returns skills that the viewer's organisation ran. Throws UNAUTHENTICATED. */
export async function listRunSkills(ctx: Context): Promise<string[]> {
  return listRunSkillNames(ctx.db, requireViewer(ctx).organisationId)
}
