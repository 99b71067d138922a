/**
 * Whether a new version fails more often than the old one, by a test that may be looked at after every run: the chance that
 * it ever condemns a version that is no worse stays below `ERROR_RATE`, however often it is looked at.
 *
 * The evidence of one organisation is an e-process by universal inference: the Krichevsky–Trofimov mixture over both
 * failure rates, divided by the greatest likelihood under “the new rate is no higher”. Its expectation is at most 1 under
 * every such pair of rates, so that it exceeds 1/α with a probability of at most α at any time (Ville's inequality).
 *
 * - L. Wasserman, A. Ramdas, S. Balakrishnan: Universal inference. PNAS 117 (2020), §8 for sequences.
 * - A. Ramdas, P. Grünwald, V. Vovk, G. Shafer: Game-theoretic statistics and safe anytime-valid inference. Statistical
 *   Science 38 (2023), for products and truncation of e-values.
 *
 * Organisations differ, and so do days. Therefore runs of the new version are compared twice: with earlier runs of the same
 * organisations, and with the runs of the same days of those who still get the old version. The weaker evidence of the two
 * counts. Then neither an organisation with odd inputs nor a bad day of a remote service condemns a version.
 *
 * A fault may hit every run of a few organisations, or a few runs of each. The evidence is the mean of two e-values, one for
 * either case. Neither lets an organisation decide alone.
 */

/** Finished runs whose outcome is the skill's: those that failed by its own fault, and those that succeeded. */
export type Outcomes = { faults: number; successes: number }

/** The probability of condemning a version that is no worse than the one before. */
export const ERROR_RATE = 0.01

/** An organisation alone reaches a weight of 1 + BET × (CAP − 1) = 80.8, less than what condemns a version. */
const CAP = 400
/** How much of the evidence is staked on each organisation: those that a fault spares cost at most a factor of 0.8. */
const BET = 0.2

/** Evidence of an organisation from which on a rollout does not go on by itself. */
export const SUSPICION = 10

/** Returns the e-value that the new rate of failures is higher than the old one; 1 or less speaks against it. */
export function weighFailures(before: Outcomes, after: Outcomes): number {
  const [runsBefore, runsAfter] = [countRuns(before), countRuns(after)]
  if (runsBefore === 0 || runsAfter === 0) return 1
  const isWorse = after.faults / runsAfter > before.faults / runsBefore
  const null_ = isWorse
    ? maximumLogLikelihood(before.faults + after.faults, before.successes + after.successes)
    : maximumLogLikelihood(before.faults, before.successes) +
      maximumLogLikelihood(after.faults, after.successes)
  return Math.exp(mixtureLogLikelihood(before) + mixtureLogLikelihood(after) - null_)
}

function maximumLogLikelihood(faults: number, successes: number): number {
  const runs = faults + successes
  return xLogX(faults) + xLogX(successes) - xLogX(runs)
}

function xLogX(x: number): number {
  return x === 0 ? 0 : x * Math.log(x)
}

/** The logarithm of the mean likelihood over all rates, weighted by Jeffreys' prior, Beta(½, ½). */
function mixtureLogLikelihood({ faults, successes }: Outcomes): number {
  return sumOfLogs(faults, 0.5) + sumOfLogs(successes, 0.5) - sumOfLogs(faults + successes, 1)
}

function sumOfLogs(count: number, offset: number): number {
  let sum = 0
  for (let i = 0; i < count; i++) sum += Math.log(i + offset)
  return sum
}

/** What an organisation tells about a rollout. */
export type OrganisationOutcomes = {
  organisationId: string
  /** Its runs of the new version. */
  after: Outcomes
  /** Its own runs of older versions. */
  own: Outcomes
}

export type FailureComparison = {
  /** The evidence of all organisations together; the version is condemned at 1 / ERROR_RATE. */
  evidence: number
  isWorse: boolean
  /** Organisations with strong evidence of their own, the strongest first. */
  suspicious: string[]
}

/**
 * Compares the organisations that got the new version with themselves and with `others`, the runs of the old version on the
 * same days. No organisation decides alone: its evidence is capped below what condemns a version.
 */
export function compareFailures(
  organisations: readonly OrganisationOutcomes[],
  others: Outcomes,
): FailureComparison {
  const weighed = organisations.map(({ organisationId, after, own }) => {
    const againstOthers = weighFailures(others, after)
    const weight = Math.min(weighFailures(own, after), againstOthers, CAP)
    // Without runs of its own before, an organisation can raise a doubt, but prove nothing.
    const suspicion = countRuns(own) === 0 ? againstOthers : weight
    return { organisationId, weight, suspicion }
  })
  const ofFew = weighed.reduce((product, { weight }) => product * (1 + BET * (weight - 1)), 1)
  const evidence = (ofFew + weighTogether(organisations, others)) / 2
  const suspicious = weighed
    .filter(({ suspicion }) => suspicion >= SUSPICION)
    .toSorted((a, b) => b.suspicion - a.suspicion)
  return {
    evidence,
    isWorse: evidence >= 1 / ERROR_RATE,
    suspicious: suspicious.map(({ organisationId }) => organisationId),
  }
}

/**
 * Returns the e-value for all organisations together without the one whose absence weakens it most; 0 for fewer than two.
 */
function weighTogether(organisations: readonly OrganisationOutcomes[], others: Outcomes): number {
  const paired = organisations.filter(({ own }) => countRuns(own) > 0)
  if (paired.length < 2) return 0
  const weights = paired.map((left) => {
    const rest = paired.filter((each) => each !== left)
    const after = addOutcomes(rest.map((each) => each.after))
    const own = addOutcomes(rest.map((each) => each.own))
    return Math.min(weighFailures(own, after), weighFailures(others, after))
  })
  return Math.min(...weights)
}

export function countRuns({ faults, successes }: Outcomes): number {
  return faults + successes
}

export function addOutcomes(outcomes: readonly Outcomes[]): Outcomes {
  return outcomes.reduce<Outcomes>(
    (sum, { faults, successes }) => ({ faults: sum.faults + faults, successes: sum.successes + successes }),
    { faults: 0, successes: 0 },
  )
}
