import { expect, test } from 'vitest'
import { describeCount, type JudgedCase, summarizeCases } from './replay-verdicts.ts'

const DIFFERENCE = { place: '/total', verdict: 'other_value' } as const

/** Cases of other organisations: `changed` of `all` in each. */
function cases(organisations: number, all: number, changed: number): JudgedCase[] {
  return Array.from({ length: organisations }, (_, organisation) =>
    Array.from(
      { length: all },
      (_, run): JudgedCase => ({
        source: 'others',
        skillSlug: 'sum',
        organisationId: `org${organisation}`,
        verdict: run < changed ? 'other_value' : 'same',
        differences: run < changed ? [DIFFERENCE] : [],
      }),
    ),
  ).flat()
}

const lineOf = (found: JudgedCase[]) => {
  const [line] = summarizeCases(found)[0]?.lines ?? []
  return line && describeCount('others', line)
}

test('places that only a few runs of others reach are one line without a place', () => {
  const found = cases(4, 10, 0).map(
    (each, index): JudgedCase =>
      index % 10 === 0
        ? {
            ...each,
            verdict: 'other_shape',
            differences: [{ place: `/bit_${index}`, verdict: 'other_shape' }],
          }
        : each,
  )
  const [summary] = summarizeCases(found)

  expect(JSON.stringify(summary)).not.toContain('bit_')
  expect(summary?.lines).toEqual([
    expect.objectContaining({ verdict: 'differs_in_few', place: '', count: 'a few' }),
  ])
})

// biome-ignore format: table
test.each([
  ['enough organisations',           cases(4, 10, 3),                           '12 of 40 runs, 4 of 4 organisations'],
  ['two organisations',              cases(2, 10, 5),                           'a few runs'],
  ['four runs',                      [...cases(4, 1, 1), ...cases(4, 9, 0)],    'a few runs'],
  ['all but four runs',              [...cases(4, 9, 9), ...cases(4, 1, 0)],    'nearly all runs'],
  ['all runs',                       cases(4, 10, 10),                          '40 of 40 runs, 4 of 4 organisations'],
])('a difference in the runs of %s is told as “%s”', (_, found, expected) => {
  expect(lineOf(found)).toBe(expected)
})

test('cases that cannot be replayed are counted, and not among the replayed ones', () => {
  const lost = cases(4, 5, 0).map((each) => ({ ...each, verdict: 'not_replayable' as const }))
  const [summary] = summarizeCases([...cases(4, 10, 0), ...lost])

  expect(summary).toMatchObject({ all: { runs: 60 }, replayed: { runs: 40, organisations: 4 }, lines: [] })
})

test('the publisher’s own cases are counted exactly', () => {
  const own = cases(1, 3, 1).map((each) => ({ ...each, source: 'own' as const }))
  const [line] = summarizeCases(own)[0]?.lines ?? []

  expect(line && describeCount('own', line)).toBe('1 of 3 runs')
})
