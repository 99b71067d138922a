import { z } from 'zod'
import { type Context, requireViewer } from '../../context/context.ts'
import { formatMicros } from '../../kernel/money.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { DayField } from '../../kernel/validation/text-fields.ts'
import { listNamesOfSkill } from '../../publishing/rows/former-names.ts'
import { MAX_RUN_QUERY_CHARS, RUN_CHANNELS } from '../model/run-channels.ts'
import { RUN_LABELS, type RunState } from '../model/run-states.ts'
import {
  countRunsByDay,
  findUnchangedReruns,
  listRunLines,
  listRunSkillNames,
  type RunLineRow,
} from '../rows/run-history.ts'
import type { RunLine, RunList } from './run-view.ts'
import { showRunLine } from './show-run.ts'
import { findSkillTitles } from './skill-titles.ts'

export const RUNS_PER_PAGE = 30
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
export async function listRuns(ctx: Context, query: RunQuery = {}, take = RUNS_PER_PAGE): Promise<RunList> {
  const { q, cursor } = query
  const { rows, searchedTo } = await listRunLines(ctx.db, {
    ...(await toRunFilter(ctx, query)),
    text: q,
    before: cursor,
    take: take + 1,
  })
  const page = rows.slice(0, take)
  const last = page.at(-1)
  return {
    runs: await showRunLines(ctx, page),
    nextCursor: rows.length > take && last ? last.id : searchedTo,
  }
}

/** Returns the rows as lines of the history, with the titles of their skills. */
export async function showRunLines({ db }: Context, rows: readonly RunLineRow[]): Promise<RunLine[]> {
  const titles = await findSkillTitles(db, [...new Set(rows.map(({ skillName }) => skillName))])
  const reruns = rows.flatMap(({ id, rerunOfId }) => (rerunOfId === null ? [] : [id]))
  const unchanged = reruns.length > 0 ? await findUnchangedReruns(db, reruns) : new Set()
  return rows.map((row) => ({
    ...showRunLine(row, titles),
    ...(unchanged.has(row.id) && { isRepeat: true as const }),
  }))
}

/** Returns the viewer's last ten runs of the skill; [] for visitors. */
export async function listSkillRuns(ctx: Context, skillName: string): Promise<RunList['runs']> {
  if (!ctx.viewer) return []
  return (await listRuns(ctx, { skill: skillName, mine: true }, 10)).runs
}

/** Returns the name and title of skills that the viewer's organisation ran, by title. Throws UNAUTHENTICATED. */
export async function listRunSkills(ctx: Context): Promise<{ name: string; title: string }[]> {
  const names = await listRunSkillNames(ctx.db, requireViewer(ctx).organisationId)
  const titles = await findSkillTitles(ctx.db, names)
  return names
    .map((name) => ({ name, title: titles.get(name) ?? name }))
    .sort((one, other) => one.title.localeCompare(other.title) || one.name.localeCompare(other.name))
}

/** Shown without a filter by period. */
const USAGE_DAYS = 30

export type RunUsage = {
  /** Each UTC day of the period: "2026-11-29", with the cost in decimal USDC. */
  days: { day: string; runs: number; failed: number; charged: string }[]
  total: { runs: number; failed: number; charged: string }
  /** True if the period has more runs: `days` and `total` count only the newest. */
  isCut: boolean
}

/**
 * Returns what the filtered runs of the period were and cost by day; without a period, of the last 30 days. Ignores the
 * searched words and the cursor. Throws UNAUTHENTICATED.
 */
export async function getRunUsage(ctx: Context, query: RunQuery = {}, now = new Date()): Promise<RunUsage> {
  const { from, to, ...filter } = await toRunFilter(ctx, query)
  const last = to && to < now ? to : now
  const first = from ?? new Date(dayStart(last).getTime() - (USAGE_DAYS - 1) * DAY_MS)
  const { days, isCut } = await countRunsByDay(ctx.db, { ...filter, from: first, to: last })
  const byDay = new Map(days.map((row) => [row.day, row]))
  // A long period is shown from its first run on.
  const start = days[0] && from ? new Date(`${days[0].day}T00:00:00.000Z`) : dayStart(first)
  const all = listDays(start, last).map((day) => {
    const { runs = 0, failed = 0, chargedMicros = 0n } = byDay.get(day) ?? {}
    return { day, runs, failed, charged: formatMicros(chargedMicros) }
  })
  const sum = (pick: (row: (typeof days)[number]) => number) =>
    days.reduce((total, row) => total + pick(row), 0)
  const charged = days.reduce((total, row) => total + row.chargedMicros, 0n)
  return {
    days: all,
    total: {
      runs: sum(({ runs }) => runs),
      failed: sum(({ failed }) => failed),
      charged: formatMicros(charged),
    },
    isCut,
  }
}

/** A period of years is drawn to its newest days. */
const MAX_SHOWN_DAYS = 400

function listDays(first: Date, last: Date): string[] {
  const count = Math.floor((dayStart(last).getTime() - first.getTime()) / DAY_MS) + 1
  const shown = Math.max(0, Math.min(MAX_SHOWN_DAYS, count))
  return Array.from({ length: shown }, (_, index) =>
    new Date(dayStart(last).getTime() - (shown - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}

function dayStart(at: Date): Date {
  return new Date(`${at.toISOString().slice(0, 10)}T00:00:00.000Z`)
}

/** Returns the filter of the rows. Throws UNAUTHENTICATED. */
export async function toRunFilter(ctx: Context, { skill, state, channel, from, to, mine, tests }: RunQuery) {
  const { organisationId, userId } = requireViewer(ctx)
  return {
    organisationId,
    ...(mine && { userId }),
    ...(skill !== undefined && { skillNames: await listNamesOfSkill(ctx.db, skill) }),
    onlyRoots: skill === undefined,
    mode: tests ? ('development' as const) : ('production' as const),
    ...(state && { states: [state] }),
    channel,
    ...(from && { from: new Date(`${from}T00:00:00.000Z`) }),
    ...(to && { to: new Date(`${to}T23:59:59.999Z`) }),
  }
}
