// Simulates rollouts with fixed seeds: which versions are returned, and how many organisations they hit before.
import { expect, test } from 'vitest'
import { addOutcomes, compareFailures, countRuns, type Outcomes, weighFailures } from './compare-failures.ts'
import { judgeRollout } from './judge-rollout.ts'
import {
  countTarget,
  LAST_STEP,
  needOfStep,
  ROLLOUT_STEPS,
  shareOfStep,
  widenShare,
} from './rollout-steps.ts'

/** Mulberry32. */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const noRuns = (): Outcomes => ({ faults: 0, successes: 0 })

type World = {
  organisations: number
  seed: number
  /** The chance that a run fails, by organisation. */
  before: (organisation: number) => number
  after: (organisation: number) => number
  /** Runs of each organisation before the rollout. */
  own?: number
}

/** Organisations run at random; the rollout is judged after every five runs. */
function simulate({ organisations, seed, before, after, own = 10 }: World) {
  const random = makeRandom(seed)
  const points = Array.from({ length: organisations }, () => random())
  const add = (outcomes: Outcomes, chance: number) => {
    if (countRuns(outcomes) >= 40) return
    if (random() < chance) outcomes.faults += 1
    else outcomes.successes += 1
  }
  const earlier = points.map(noRuns)
  for (const [index, outcomes] of earlier.entries())
    for (let run = 0; run < own; run++) add(outcomes, before(index))
  const [oldRuns, newRuns] = [points.map(noRuns), points.map(noRuns)]
  /** Organisations that met the fault; others fail now and then as before. */
  const countHit = () =>
    newRuns.filter(({ faults }, index) => faults > 0 && after(index) > before(index)).length
  let [step, share, moves] = [0, shareOfStep(0, points), 0]
  for (let run = 1; run <= 6_000; run++) {
    const index = Math.floor(random() * organisations)
    const hasNew = points[index]! <= share
    add((hasNew ? newRuns : oldRuns)[index]!, (hasNew ? after : before)(index))
    if (run % 5 !== 0) continue
    const { verdict } = judgeRollout({
      step,
      audience: organisations,
      organisations: points.map((_, each) => ({
        organisationId: String(each),
        after: newRuns[each]!,
        own: addOutcomes([earlier[each]!, oldRuns[each]!]),
      })),
      others: addOutcomes(oldRuns),
    })
    if (verdict === 'return') return { end: 'returned', hit: countHit(), moves }
    const previous = share
    if (verdict === 'widen') {
      const reached = points.filter((point) => point <= share).length
      const used = newRuns.filter((outcomes) => countRuns(outcomes) >= 3).length
      if (used >= reached) share = widenShare(step, points, share)
    } else if (verdict === 'advance') {
      if (step === LAST_STEP) return { end: 'finished', hit: countHit(), moves }
      step += 1
      share = shareOfStep(step, points, share)
    }
    if (share < previous) moves += 1
  }
  return { end: 'open', hit: countHit(), moves }
}

const seeds = Array.from({ length: 100 }, (_, index) => index + 1)
const always = (chance: number) => () => chance

test('a version that fails for one organisation in three is returned before 12 of 40 are hit', () => {
  const ends = seeds.map((seed) =>
    simulate({
      organisations: 40,
      seed,
      before: always(0.02),
      after: (index) => (index % 3 === 0 ? 1 : 0.02),
    }),
  )

  expect(ends.map(({ end }) => end)).toEqual(seeds.map(() => 'returned'))
  expect(Math.max(...ends.map(({ hit }) => hit))).toBeLessThan(12)
  expect(ends.every(({ moves }) => moves === 0)).toBe(true)
})

test('a version of which every third run fails is returned', () => {
  const ends = seeds.map((seed) =>
    simulate({ organisations: 40, seed, before: always(0.02), after: always(1 / 3) }),
  )

  expect(ends.map(({ end }) => end)).toEqual(seeds.map(() => 'returned'))
})

test.each([
  ['1% of the runs', always(0.01)],
  ['a fifth of the runs', always(0.2)],
  ['most runs of every fifth organisation', (index: number) => (index % 5 === 0 ? 0.6 : 0.03)],
])('at most 5 of 100 rollouts of identical code are returned: %s fail', (_, chance) => {
  const ends = seeds.map((seed) => simulate({ organisations: 40, seed, before: chance, after: chance }))

  expect(ends.filter(({ end }) => end === 'returned').length).toBeLessThanOrEqual(5)
  expect(ends.filter(({ end }) => end === 'finished').length).toBeGreaterThanOrEqual(90)
})

test('a test looked at after every run condemns equal rates at most as often as its level allows', () => {
  const random = makeRandom(7)
  const condemned = Array.from({ length: 2_000 }, () => {
    const [before, after] = [noRuns(), noRuns()]
    const rate = random()
    for (let run = 0; run < 60; run++) {
      const outcomes = run % 2 === 0 ? before : after
      if (random() < rate) outcomes.faults += 1
      else outcomes.successes += 1
      if (weighFailures(before, after) >= 20) return true
    }
    return false
  })

  expect(condemned.filter(Boolean).length / condemned.length).toBeLessThanOrEqual(0.05)
})

test('more faults never weaken the evidence, and fewer than before never count against a version', () => {
  const before = { faults: 2, successes: 40 }
  const weights = Array.from({ length: 21 }, (_, faults) =>
    weighFailures(before, { faults, successes: 20 - faults }),
  )
  for (const [index, weight] of weights.entries())
    if (index > 1) expect(weight).toBeGreaterThanOrEqual(weights[index - 1]!)
  expect(weights[0]).toBeLessThan(1)
  expect(weighFailures(before, noRuns())).toBe(1)
  expect(weighFailures(noRuns(), { faults: 9, successes: 0 })).toBe(1)
})

test('one organisation alone cannot condemn a version, however often it fails; two can', () => {
  const failing = (organisationId: string) => ({
    organisationId,
    after: { faults: 1_000, successes: 0 },
    own: { faults: 0, successes: 100 },
  })
  const others = { faults: 2, successes: 200 }

  expect(compareFailures([failing('one')], others)).toMatchObject({ isWorse: false, suspicious: ['one'] })
  expect(compareFailures([failing('one'), failing('two')], others)).toMatchObject({ isWorse: true })
})

test('faults that the old version has on the same days, or the organisation always had, do not count', () => {
  const organisation = (own: Outcomes) => ({
    organisationId: 'one',
    after: { faults: 10, successes: 0 },
    own,
  })
  const badDay = { faults: 150, successes: 5 }
  const goodDay = { faults: 2, successes: 150 }
  const [healthy, alwaysFailing] = [
    { faults: 0, successes: 50 },
    { faults: 50, successes: 0 },
  ]

  expect(compareFailures([organisation(healthy)], badDay).suspicious).toEqual([])
  expect(compareFailures([organisation(alwaysFailing)], goodDay).suspicious).toEqual([])
  expect(compareFailures([organisation(healthy)], goodDay).suspicious).toEqual(['one'])
})

test('a new customer without earlier runs raises a doubt but proves nothing', () => {
  const fresh = ['one', 'two', 'three'].map((organisationId) => ({
    organisationId,
    after: { faults: 9, successes: 0 },
    own: noRuns(),
  }))

  const judged = judgeRollout({
    step: 1,
    audience: 40,
    organisations: fresh,
    others: { faults: 0, successes: 99 },
  })
  expect(judged).toMatchObject({ verdict: 'widen', figures: { suspiciousOrganisations: 3, evidence: 0.5 } })
})

test('the steps reach 1, 2, 10 and all of 40 organisations, and 1, 50, 250 of 1,000', () => {
  expect(ROLLOUT_STEPS.map((_, step) => countTarget(step, 40))).toEqual([1, 2, 10, 40])
  expect(ROLLOUT_STEPS.map((_, step) => countTarget(step, 1_000))).toEqual([1, 50, 250, 1_000])
  expect(needOfStep(2, 40)).toEqual({ organisations: 7, runs: 50 })
  expect(needOfStep(2, 100_000)).toEqual({ organisations: 20, runs: 100 })
})

test('the reach of a step covers its number of organisations and never falls', () => {
  const points = [0.9, 0.31, 0.7, 0.52, 0.8]
  expect(shareOfStep(0, points)).toBe(0.31)
  expect(shareOfStep(1, points, 0.31)).toBe(0.52)
  expect(shareOfStep(2, [], 0.52)).toBe(0.52)
  expect(shareOfStep(3, points, 0.52)).toBe(1)
  expect(widenShare(0, points, 0.31)).toBe(0.52)
  expect(widenShare(0, points, 0.9)).toBe(0.9)
})
