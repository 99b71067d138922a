/**
 * What the replay of a past input on two versions showed, and what is told about many of them. Whoever did not run them sees
 * places of the contract and counts, never a value, and no count that would point at somebody.
 */
import { plural } from '../../kernel/text/plural.ts'

/** From the worst to the best. `differs_in_few` is only told of many cases together. */
export const REPLAY_VERDICTS = [
  'fails',
  'breaks_contract',
  'behaves_otherwise',
  'other_shape',
  'other_value',
  'slower',
  'differs_in_few',
  'same_but_noise',
  'same',
  'not_replayable',
] as const
export type ReplayVerdict = (typeof REPLAY_VERDICTS)[number]

/** Whether the organisation would notice anything. */
export function isChange(verdict: ReplayVerdict): boolean {
  return !['same', 'same_but_noise', 'not_replayable'].includes(verdict)
}

export const VERDICT_LABELS: Record<ReplayVerdict, string> = {
  fails: 'Fails now',
  breaks_contract: 'Breaks the contract now',
  behaves_otherwise: 'Sends other requests or calls',
  other_shape: 'Another shape',
  other_value: 'Another value',
  slower: 'More than twice as slow',
  differs_in_few: 'Another result in a few runs',
  same_but_noise: 'Same after noise',
  same: 'Same',
  not_replayable: 'Cannot be replayed',
}

/** Whose input a case is. */
export const REPLAY_SOURCES = ['examples', 'own', 'others', 'generated'] as const
export type ReplaySource = (typeof REPLAY_SOURCES)[number]

export const SOURCE_LABELS: Record<ReplaySource, string> = {
  examples: 'Examples',
  own: 'The publisher’s own runs',
  others: 'Runs of organisations that agreed',
  generated: 'Inputs made from the contract',
}

/** A place that differs: in the output a path of the contract; in behaviour a host that the version declares. */
export type ReplayDifference = { place: string; verdict: ReplayVerdict }

/** Returns the worst of the verdicts; "same" without any. */
export function worstVerdict(verdicts: readonly ReplayVerdict[]): ReplayVerdict {
  return REPLAY_VERDICTS.find((each) => verdicts.includes(each)) ?? 'same'
}

export type JudgedCase = {
  source: ReplaySource
  skillSlug: string
  /** Null for examples and generated inputs. */
  organisationId: string | null
  verdict: ReplayVerdict
  differences: readonly ReplayDifference[]
}

/**
 * Fewer runs, or runs of fewer organisations, are told as “a few”, and what applies to all but so few as “nearly all”: a
 * count could point at one of them.
 */
export const MIN_TOLD_RUNS = 5
export const MIN_TOLD_ORGANISATIONS = 3

export type ExactCount = { runs: number; organisations: number }
export type ToldCount = ExactCount | 'a few' | 'nearly all'

export type ReplayLine = {
  skillSlug: string
  verdict: ReplayVerdict
  /** "" for the whole run. */
  place: string
  count: ToldCount
  /** Of the source and skill. */
  all: ToldCount
}

export type SourceSummary = {
  source: ReplaySource
  all: ToldCount
  replayed: ToldCount
  lines: ReplayLine[]
}

/**
 * Returns what may be told about the cases of each source, worst first. Cases of other organisations are told by place above
 * the minimum only: the submission itself declares its places and decides which of them an input changes, so a place
 * of a few runs would tell what is in them. All of those are one line for each skill.
 */
export function summarizeCases(cases: readonly JudgedCase[]): SourceSummary[] {
  return REPLAY_SOURCES.flatMap((source) => {
    const own = cases.filter((each) => each.source === source)
    if (own.length === 0) return []
    const replayed = own.filter(({ verdict }) => verdict !== 'not_replayable')
    return [
      {
        source,
        all: tell(source, own),
        replayed: tell(source, replayed, own),
        lines: listLines(source, replayed),
      },
    ]
  })
}

/** `among` are all of which they are a part. */
function tell(
  source: ReplaySource,
  cases: readonly JudgedCase[],
  among: readonly JudgedCase[] = cases,
): ToldCount {
  const counted = countCases(cases)
  if (source !== 'others') return counted
  const rest = among.filter((each) => !cases.includes(each))
  if (counted.runs > 0 && isFew(counted)) return 'a few'
  return rest.length > 0 && isFew(countCases(rest)) ? 'nearly all' : counted
}

function countCases(cases: readonly JudgedCase[]): ExactCount {
  return {
    runs: cases.length,
    organisations: new Set(cases.map(({ organisationId }) => organisationId)).size,
  }
}

function isFew({ runs, organisations }: ExactCount): boolean {
  return runs < MIN_TOLD_RUNS || organisations < MIN_TOLD_ORGANISATIONS
}

type PlacedCases = Pick<ReplayLine, 'skillSlug' | 'verdict' | 'place'> & { found: JudgedCase[] }

function listLines(source: ReplaySource, cases: readonly JudgedCase[]): ReplayLine[] {
  const rank = ({ verdict }: { verdict: ReplayVerdict }) => REPLAY_VERDICTS.indexOf(verdict)
  return groupByPlace(source, cases)
    .sort((one, other) => rank(one) - rank(other) || other.found.length - one.found.length)
    .map(({ found, ...line }) => {
      const ofSkill = cases.filter(({ skillSlug }) => skillSlug === line.skillSlug)
      return { ...line, count: tell(source, found, ofSkill), all: tell(source, ofSkill) }
    })
}

function groupByPlace(source: ReplaySource, cases: readonly JudgedCase[]): PlacedCases[] {
  const groups = new Map<string, PlacedCases>()
  const add = ({ skillSlug, verdict, place }: Omit<PlacedCases, 'found'>, found: readonly JudgedCase[]) => {
    const key = JSON.stringify([skillSlug, verdict, place])
    const group = groups.get(key) ?? { skillSlug, verdict, place, found: [] }
    groups.set(key, { ...group, found: [...new Set([...group.found, ...found])] })
  }
  for (const each of cases)
    for (const difference of each.differences) add({ skillSlug: each.skillSlug, ...difference }, [each])
  if (source !== 'others') return [...groups.values()]
  const few = [...groups].filter(([, { found }]) => isFew(countCases(found)))
  for (const [key] of few) groups.delete(key)
  for (const [skillSlug, ofSkill] of Map.groupBy(
    few.map(([, group]) => group),
    (group) => group.skillSlug,
  ))
    for (const { found } of ofSkill) add({ skillSlug, verdict: 'differs_in_few', place: '' }, found)
  return [...groups.values()]
}

/** Returns "37 of 412 runs, 5 of 9 organisations", or "a few runs" where they are too few to be told. */
export function describeCount(
  source: ReplaySource,
  { count, all }: { count: ToldCount; all: ToldCount },
): string {
  const noun = { examples: 'example', generated: 'input', own: 'run', others: 'run' }[source]
  if (typeof count === 'string') return `${count} ${noun}s`
  const total = typeof all === 'string' ? null : all
  const runs = describePart(count.runs, total?.runs, noun)
  if (source !== 'others') return runs
  return `${runs}, ${describePart(count.organisations, total?.organisations, 'organisation')}`
}

function describePart(part: number, all: number | undefined, noun: string): string {
  return all === undefined ? plural(part, noun) : `${part.toLocaleString('en')} of ${plural(all, noun)}`
}
