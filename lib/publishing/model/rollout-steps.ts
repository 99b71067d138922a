/**
 * How far a rollout is, and when it goes on. Steps are counted in organisations and in their runs, never in minutes: a
 * version that nobody runs proves nothing. See docs/spec/product.md §3.
 */

/** What a publisher chooses at submission. */
export const RELEASE_CHOICES = ['gradual', 'at_once'] as const

export type ReleaseChoice = (typeof RELEASE_CHOICES)[number]

type StepSpec = {
  label: string
  /** The share of the audience. */
  share: number
  /** At least as many organisations, if there are as many. */
  least: number
}

export const ROLLOUT_STEPS = [
  { label: 'One organisation', share: 0, least: 1 },
  { label: '5% of organisations', share: 0.05, least: 2 },
  { label: '25% of organisations', share: 0.25, least: 4 },
  { label: 'All organisations', share: 1, least: 1 },
] as const satisfies readonly StepSpec[]

/** The last step: everyone has the version, and the runs of the same days are still compared. */
export const LAST_STEP = ROLLOUT_STEPS.length - 1

/** A share of fewer organisations would say nothing, so their versions reach everyone at once. */
export const SMALLEST_AUDIENCE = 5

/** Organisations that ran the SkillSet during as many days are the audience. */
export const AUDIENCE_DAYS = 30

const RUNS_PER_ORGANISATION = 5
const MOST_RUNS = 100
const MOST_ORGANISATIONS = 20
/** Organisations that a step of few may be widened by. */
const MOST_WIDENED = 10
/** Not every organisation of a step runs the skill in time, so a part of them suffices. */
const REPORTING_SHARE = 0.7

/** Returns how many organisations a step is meant to reach. */
export function countTarget(step: number, audience: number): number {
  const { share, least } = ROLLOUT_STEPS[Math.min(step, LAST_STEP)]!
  return Math.min(audience, Math.max(least, Math.ceil(share * audience)))
}

/**
 * Returns the share of a step, from 0 to 1: at least its part of all, and far enough for its number of organisations. It never
 * falls, so that nobody loses a version by a step. `points` are those of the audience, in any order.
 */
export function shareOfStep(step: number, points: readonly number[], before = 0): number {
  if (step >= LAST_STEP) return 1
  const nearest = points.toSorted((a, b) => a - b)[countTarget(step, points.length) - 1] ?? 0
  return Math.max(before, ROLLOUT_STEPS[step]!.share, nearest)
}

/**
 * Returns the share with one more organisation, for a second opinion on the faults of one; the same share if the step has
 * been widened far enough.
 */
export function widenShare(step: number, points: readonly number[], share: number): number {
  const target = countTarget(step, points.length)
  const sorted = points.toSorted((a, b) => a - b)
  const reached = sorted.filter((point) => point <= share).length
  return reached < Math.max(2 * target, target + MOST_WIDENED) ? (sorted[reached] ?? share) : share
}

export type StepNeed = { organisations: number; runs: number }

/** Returns how many organisations and runs with the new version a step waits for before the next one. */
export function needOfStep(step: number, audience: number): StepNeed {
  const target = countTarget(step, audience)
  return {
    organisations: Math.min(MOST_ORGANISATIONS, Math.max(1, Math.ceil(target * REPORTING_SHARE))),
    runs: Math.min(MOST_RUNS, target * RUNS_PER_ORGANISATION),
  }
}
