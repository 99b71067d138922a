/** The history of an organisation's runs, by pages. Floor 3. */
import { z } from 'zod'
import { type Context, requireViewer } from '../context.ts'
import { isStorable } from '../contract/json/storable.ts'
import { RUN_LABELS, type RunState } from '../contract/market/run-states.ts'
import { listRunLines, listRunSkillNames } from '../db/run-history.ts'
import type { RunList } from './run-view.ts'
import { showRunLine } from './show-run.ts'

const PAGE = 30
const STATES = Object.keys(RUN_LABELS) as RunState[]

/** Filters as they stand in a URL: what makes no sense is as if it were not there. */
const Query = z.object({
  skill: z.string().min(1).max(200).refine(isStorable).optional().catch(undefined),
  state: z.enum(STATES).optional().catch(undefined),
  /** Days, both included: "2026-11-20". */
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  mine: z.coerce.boolean().optional().catch(undefined),
  cursor: z
    .string()
    .regex(/^run_[0-9a-f-]{36}$/)
    .optional()
    .catch(undefined),
})

export type RunQuery = z.infer<typeof Query>

export function parseRunQuery(value: unknown): RunQuery {
  return Query.parse(value ?? {})
}

/** Runs of the viewer's organisation, newest first; those that other runs called only when their skill is asked for. Throws UNAUTHENTICATED. */
export async function listRuns(ctx: Context, query: RunQuery = {}, take = PAGE): Promise<RunList> {
  const { organisationId, userId } = requireViewer(ctx)
  const { skill, state, from, to, mine, cursor } = query
  const rows = await listRunLines(ctx.db, {
    organisationId,
    ...(mine && { userId }),
    skillName: skill,
    // What a run called is on its page; among all runs it would only be in the way.
    onlyRoots: skill === undefined,
    ...(state && { states: [state] }),
    ...(from && { from: new Date(`${from}T00:00:00.000Z`) }),
    ...(to && { to: new Date(`${to}T23:59:59.999Z`) }),
    before: cursor,
    // One more than is shown says whether there is another page.
    take: take + 1,
  })
  const shown = rows.slice(0, take)
  const last = shown.at(-1)
  return { runs: shown.map(showRunLine), nextCursor: rows.length > take && last ? last.id : null }
}

/** The viewer's latest runs of one skill; none for visitors. */
export async function listSkillRuns(ctx: Context, skillName: string): Promise<RunList['runs']> {
  if (!ctx.viewer) return []
  return (await listRuns(ctx, { skill: skillName, mine: true }, 10)).runs
}

/** What the history can be filtered by. Throws UNAUTHENTICATED. */
export async function listRunSkills(ctx: Context): Promise<string[]> {
  return listRunSkillNames(ctx.db, requireViewer(ctx).organisationId)
}
