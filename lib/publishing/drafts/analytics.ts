import { z } from 'zod'
import { type Context, requireViewer } from '../../context/context.ts'
import { compareVersions } from '../../contracts/versions/version-number.ts'
import { formatMicros } from '../../kernel/money.ts'
import { measureVersions, type VersionFiguresRow } from '../../runs/rows/evidence.ts'
import {
  type EarningsDayRow,
  listEarningsDays,
  listSkillDays,
  listSkillReach,
  type SkillDayRow,
} from '../../runs/rows/skill-days.ts'
import { listNamesOfSkill } from '../rows/former-names.ts'

export const ANALYTICS_PERIODS = [7, 30, 90] as const

/** Among fewer organisations, a publisher could recognise a customer. */
export const MIN_ORGANISATIONS = 3

export type DayFigures = {
  /** UTC day as YYYY-MM-DD. */
  day: string
  succeeded: number
  failed: number
  /** Organisations with their first success of the day; null if the skill has fewer than MIN_ORGANISATIONS. */
  organisations: number | null
  /** Decimal USDC after the platform fee. */
  earnings: string
}

type SkillFigures = Omit<DayFigures, 'day'> & {
  skillName: string
  /** The rounded median duration of the last 30 days; null without runs, or with too few organisations. */
  p50Ms: number | null
}

export type Analytics = {
  days: number
  /** Undefined for all skills. */
  skill: string | undefined
  skills: SkillFigures[]
  /** Figures of the chosen skill's latest runs, newest version first; empty without a choice. */
  versions: VersionFiguresRow[]
  series: DayFigures[]
}

const Query = z.object({
  days: z.coerce
    .number()
    .refine((days) => ANALYTICS_PERIODS.some((period) => period === days))
    .catch(30),
  skill: z.string().max(300).optional().catch(undefined),
})

/**
 * Counts the runs by other organisations per skill and day, for the publishers of the viewer's organisation. All lists
 * are empty if it has published nothing. A period or skill that is not offered falls back to 30 days and all skills, so
 * that an old link still opens. Throws UNAUTHENTICATED.
 */
export async function getAnalytics(ctx: Context, query: unknown = {}): Promise<Analytics> {
  const { organisationId } = requireViewer(ctx)
  const { days, skill: requested } = Query.parse(query ?? {})
  const [counted, reach, earned] = await Promise.all([
    listSkillDays(ctx.db, organisationId, days),
    listSkillReach(ctx.db, organisationId, days),
    listEarningsDays(ctx.db, organisationId, days),
  ])
  const names = [...new Set([...counted, ...earned].map(({ skillName }) => skillName))].toSorted()
  const skill = names.find((name) => name === requested)
  const isChosen = ({ skillName }: { skillName: string }) => skill === undefined || skillName === skill
  const organisations = new Map(reach.map((row) => [row.skillName, row.organisations]))
  const hasEnoughOrganisations = ({ skillName }: { skillName: string }) =>
    (organisations.get(skillName) ?? 0) >= MIN_ORGANISATIONS
  const chosen = { counted: counted.filter(isChosen), earned: earned.filter(isChosen) }
  return {
    days,
    skill,
    versions: skill === undefined ? [] : await listVersions(ctx, skill, days),
    skills: names.map((skillName) => ({
      skillName,
      ...sumFigures(
        counted.filter((row) => row.skillName === skillName),
        earned.filter((row) => row.skillName === skillName),
      ),
      organisations: hasEnoughOrganisations({ skillName }) ? (organisations.get(skillName) ?? null) : null,
      p50Ms: reach.find((row) => row.skillName === skillName)?.p50Ms ?? null,
    })),
    series: listLastDays(days).map((day) => {
      const rows = chosen.counted.filter((row) => row.day === day)
      return {
        day,
        ...sumFigures(
          rows,
          chosen.earned.filter((row) => row.day === day),
        ),
        organisations: chosen.counted.every(hasEnoughOrganisations)
          ? rows.reduce((sum, { customers }) => sum + customers, 0)
          : null,
      }
    }),
  }
}

async function listVersions({ db }: Context, skill: string, days: number): Promise<VersionFiguresRow[]> {
  const rows = await measureVersions(db, await listNamesOfSkill(db, skill), days)
  return rows.toSorted((one, other) => compareVersions(other.versionNumber, one.versionNumber))
}

function sumFigures(counted: readonly SkillDayRow[], earned: readonly EarningsDayRow[]) {
  const runs = counted.reduce((sum, each) => sum + each.runs, 0)
  const succeeded = counted.reduce((sum, each) => sum + each.succeeded, 0)
  return {
    succeeded,
    failed: runs - succeeded,
    earnings: formatMicros(earned.reduce((sum, { amountMicros }) => sum + amountMicros, 0n)),
  }
}

function listLastDays(days: number): string[] {
  const today = Date.now()
  return Array.from({ length: days }, (_, index) =>
    new Date(today - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  )
}
