import { z } from 'zod'
import { type Context, requireViewer } from '../../context/context.ts'
import { compareVersions } from '../../contracts/versions/version-number.ts'
import { formatMicros } from '../../kernel/money.ts'
import { csvLine } from '../../kernel/text/csv.ts'
import { measureVersions, type VersionFiguresRow } from '../../runs/rows/evidence.ts'
import {
  type EarningsDayRow,
  listEarningsDays,
  listSkillDays,
  listSkillReach,
  type SkillDayRow,
} from '../../runs/rows/skill-days.ts'
import {
  countCustomers,
  type InstallDayRow,
  listInstallDays,
  listRatingDays,
  listViewDays,
  type RatingDayRow,
  type ViewDayRow,
} from '../rows/analytics-rows.ts'
import { listNamesOfSkill } from '../rows/former-names.ts'
import { type AnalyticsAdvice, adviseOnFigures } from './advise-on-figures.ts'

export const ANALYTICS_PERIODS = [7, 30, 90] as const

/** Among fewer organisations, a publisher could recognise a customer. */
export const MIN_ORGANISATIONS = 3

export type DayFigures = {
  /** UTC day as YYYY-MM-DD. */
  day: string
  succeeded: number
  failed: number
  /** Views of the public pages by others, without crawlers. */
  views: number
  /** Organisations with a success on the day; null for several skills, or one with fewer than MIN_ORGANISATIONS. */
  organisations: number | null
  /** Decimal USDC after the platform fee. */
  earnings: string
}

type SkillFigures = Omit<DayFigures, 'day' | 'views'> & {
  skillName: string
  /** The rounded median duration of the last 30 days; null without runs, or with too few organisations. */
  p50Ms: number | null
}

/** What happened in a period; of the chosen skill and the SkillSet it belongs to, or of all. */
export type PeriodFigures = {
  /** Views of the public pages by others, without crawlers. */
  views: number
  succeeded: number
  failed: number
  /** Installs of the SkillSet by other organisations that were made in the period and still stand. */
  installs: number
  ratings: number
  /** 1 to 5; null without ratings. */
  averageRating: number | null
  /** Decimal USDC after the platform fee. */
  earnings: string
}

export type Analytics = {
  days: number
  period: PeriodFigures
  /** The same number of days before. */
  periodBefore: PeriodFigures
  /** Organisations that ran any of the skills, each counted once; null below MIN_ORGANISATIONS. */
  organisations: number | null
  /** What the figures say to look at, the most urgent first. */
  advice: AnalyticsAdvice[]
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
  const read = await readFigures(ctx, { organisationId, days: days * 2 })
  const firstDay = listLastDays(days)[0] ?? ''
  const isNow = ({ day }: { day: string }) => day >= firstDay
  const counted = read.counted.filter(isNow)
  const earned = read.earned.filter(isNow)
  const reach = await listSkillReach(ctx.db, organisationId, days)
  const names = [...new Set([...read.counted, ...read.earned].map(({ skillName }) => skillName))].toSorted()
  const skill = names.find((name) => name === requested)
  const isChosen = ({ skillName }: { skillName: string }) => skill === undefined || skillName === skill
  const organisationsOf = new Map(reach.map((row) => [row.skillName, row.organisations]))
  const hasEnoughOrganisations = ({ skillName }: { skillName: string }) =>
    (organisationsOf.get(skillName) ?? 0) >= MIN_ORGANISATIONS
  const chosen = { counted: counted.filter(isChosen), earned: earned.filter(isChosen) }
  const chosenNames = new Set(chosen.counted.map(({ skillName }) => skillName))
  const ofChosen = chooseFigures(read, skill)
  const [period, periodBefore] = [
    sumPeriod(ofChosen, isNow),
    sumPeriod(ofChosen, (row) => !isNow(row)),
  ] as const
  const customers = await countCustomers(ctx.db, { organisationId, days, skillName: skill })
  const versions = skill === undefined ? [] : await listVersions(ctx, skill, days)
  return {
    ...{ days, skill, period, periodBefore, versions },
    organisations: customers < MIN_ORGANISATIONS ? null : customers,
    advice: adviseOnFigures(period, periodBefore),
    skills: names.map((skillName) => ({
      skillName,
      ...sumFigures(
        counted.filter((row) => row.skillName === skillName),
        earned.filter((row) => row.skillName === skillName),
      ),
      organisations: hasEnoughOrganisations({ skillName }) ? (organisationsOf.get(skillName) ?? null) : null,
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
        views: ofChosen.views.filter((row) => row.day === day).reduce((sum, { views }) => sum + views, 0),
        // Days are counted by skill: over several, an organisation that ran two would count twice.
        organisations:
          chosenNames.size === 1 && chosen.counted.every(hasEnoughOrganisations)
            ? rows.reduce((sum, { customers: first }) => sum + first, 0)
            : null,
      }
    }),
  }
}

const CSV_HEAD = ['day', 'views', 'succeeded', 'failed', 'organisations', 'earnings_usdc']

/** Returns the days of `getAnalytics` as CSV. Throws as it does. */
export async function writeAnalytics(ctx: Context, query: unknown = {}): Promise<string> {
  const { series } = await getAnalytics(ctx, query)
  const rows = series.map(({ day, views, succeeded, failed, organisations, earnings }) => [
    day,
    String(views),
    String(succeeded),
    String(failed),
    organisations === null ? '' : String(organisations),
    earnings,
  ])
  return [CSV_HEAD, ...rows].map(csvLine).join('')
}

type Figures = {
  counted: SkillDayRow[]
  earned: EarningsDayRow[]
  views: ViewDayRow[]
  installs: InstallDayRow[]
  ratings: RatingDayRow[]
}

async function readFigures(
  { db }: Context,
  { organisationId, days }: { organisationId: string; days: number },
): Promise<Figures> {
  const [counted, earned, views, installs, ratings] = await Promise.all([
    listSkillDays(db, organisationId, days),
    listEarningsDays(db, organisationId, days),
    listViewDays(db, { organisationId, days }),
    listInstallDays(db, { organisationId, days }),
    listRatingDays(db, { organisationId, days }),
  ])
  return { counted, earned, views, installs, ratings }
}

/** Returns the figures of one skill, with the installs and ratings of its SkillSet. */
function chooseFigures(figures: Figures, skill: string | undefined): Figures {
  if (skill === undefined) return figures
  const skillSetOf = skill.split('.').slice(0, 2).join('.')
  const isOfSkillSet = ({ skillSet }: { skillSet: string }) => skillSet === skillSetOf
  return {
    counted: figures.counted.filter(({ skillName }) => skillName === skill),
    earned: figures.earned.filter(({ skillName }) => skillName === skill),
    views: figures.views.filter(({ skillSet, skillSlug }) => `${skillSet}.${skillSlug}` === skill),
    installs: figures.installs.filter(isOfSkillSet),
    ratings: figures.ratings.filter(isOfSkillSet),
  }
}

function sumPeriod(figures: Figures, isIncluded: (row: { day: string }) => boolean): PeriodFigures {
  const ratings = figures.ratings.filter(isIncluded)
  const count = ratings.reduce((sum, each) => sum + each.ratings, 0)
  const points = ratings.reduce((sum, each) => sum + each.points, 0)
  return {
    ...sumFigures(figures.counted.filter(isIncluded), figures.earned.filter(isIncluded)),
    views: figures.views.filter(isIncluded).reduce((sum, { views }) => sum + views, 0),
    installs: figures.installs.filter(isIncluded).reduce((sum, { installs }) => sum + installs, 0),
    ratings: count,
    averageRating: count === 0 ? null : points / count,
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
