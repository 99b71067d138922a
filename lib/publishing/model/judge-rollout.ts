import {
  addOutcomes,
  compareFailures,
  countRuns,
  type FailureComparison,
  type OrganisationOutcomes,
  type Outcomes,
  SUSPICION,
} from './compare-failures.ts'
import { needOfStep, type StepNeed } from './rollout-steps.ts'

/** With fewer old runs on the same days, faults of the new version cannot be told from a bad day. */
const LEAST_OLD_RUNS = 10
/** Runs of one organisation that count towards a step, so that one alone does not fill it. */
const RUNS_OF_ONE = 20

export type RolloutFigures = {
  /** Organisations that ran the new version, and how many of those had a fault. */
  organisations: number
  faultyOrganisations: number
  after: Outcomes
  /** Runs of the old version on the same days, by those who do not have the new one. */
  before: Outcomes
  need: StepNeed
  evidence: number
  suspiciousOrganisations: number
}

export type RolloutJudgement = {
  /**
   * `advance`: the step is proved. `widen`: one organisation has faults, and another one shall tell whether it is the only
   * one. `wait`: too few runs.
   */
  verdict: 'return' | 'advance' | 'widen' | 'wait'
  figures: RolloutFigures
}

export type RolloutInput = {
  step: number
  audience: number
  organisations: readonly OrganisationOutcomes[]
  /** Runs of the old version on the same days. */
  others: Outcomes
}

/** Judges the current step of a rollout by the runs so far. May be called as often as wanted. */
export function judgeRollout({ step, audience, organisations, others }: RolloutInput): RolloutJudgement {
  const reporting = organisations.filter(({ after }) => countRuns(after) > 0)
  const comparison = compareFailures(reporting, others)
  const after = addOutcomes(reporting.map((each) => each.after))
  const need = needOfStep(step, audience)
  const runs = reporting.reduce((sum, each) => sum + Math.min(RUNS_OF_ONE, countRuns(each.after)), 0)
  const isEnough = reporting.length >= need.organisations && runs >= need.runs
  const isComparable = after.faults === 0 || countRuns(others) >= LEAST_OLD_RUNS
  return {
    verdict: verdictOf(comparison, { isEnough, isComparable }),
    figures: {
      organisations: reporting.length,
      faultyOrganisations: reporting.filter((each) => each.after.faults > 0).length,
      after,
      before: others,
      need,
      evidence: comparison.evidence,
      suspiciousOrganisations: comparison.suspicious.length,
    },
  }
}

function verdictOf(
  { isWorse, evidence, suspicious }: FailureComparison,
  { isEnough, isComparable }: { isEnough: boolean; isComparable: boolean },
): RolloutJudgement['verdict'] {
  if (isWorse) return 'return'
  if (suspicious.length > 0 || evidence >= SUSPICION) return 'widen'
  return isEnough && isComparable ? 'advance' : 'wait'
}
