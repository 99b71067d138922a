import { expect, test } from 'vitest'
import { adviseOnFigures } from './advise-on-figures.ts'
import type { PeriodFigures } from './analytics.ts'

const figures = (change: Partial<PeriodFigures>): PeriodFigures => ({
  ...{ views: 0, succeeded: 0, failed: 0, installs: 0, ratings: 0, averageRating: null, earnings: '0' },
  ...change,
})

test.each<[string, Partial<PeriodFigures>, Partial<PeriodFigures>, string[]]>([
  ['nothing', {}, {}, []],
  ['failures', { succeeded: 18, failed: 2 }, {}, ['failures']],
  ['few runs', { succeeded: 1, failed: 2 }, { succeeded: 30 }, []],
  ['more failures than before', { succeeded: 28, failed: 2 }, { succeeded: 30 }, ['worse', 'failures']],
  ['many views and few runs', { views: 100, succeeded: 9 }, {}, ['unused']],
  ['runs without an install', { views: 60, succeeded: 40 }, {}, ['uninstalled']],
  ['poor ratings', { ratings: 3, averageRating: 3.5 }, {}, ['ratings']],
  ['one poor rating', { ratings: 1, averageRating: 1 }, {}, []],
])('figures with %s give the advice that follows', (_, now, before, advice) => {
  expect(adviseOnFigures(figures(now), figures(before))).toEqual(advice)
})
