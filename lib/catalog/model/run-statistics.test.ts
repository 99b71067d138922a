import { expect, test } from 'vitest'
import { runStatisticsParts } from './run-statistics.ts'

// biome-ignore format: table
test.each([
  [{ runs: 0,      succeeded: 0,      p50Ms: null },   'No runs yet'],
  [{ runs: 1,      succeeded: 1,      p50Ms: 4 },      '1 run · 4 ms'],
  [{ runs: 19,     succeeded: 19,     p50Ms: null },   '19 runs'],
  [{ runs: 20,     succeeded: 18,     p50Ms: null },   '20 runs · 90% succeeded'],
  [{ runs: 42,     succeeded: 41,     p50Ms: 120 },    '42 runs · 97% succeeded · 120 ms'],
  [{ runs: 1_000,  succeeded: 999,    p50Ms: 1_240 },  '1,000 runs · 99% succeeded · 1.2 s'],
  [{ runs: 3,      succeeded: 0,      p50Ms: null },   '3 runs'],
  [{ runs: 12_345, succeeded: 12_345, p50Ms: 12_400 }, '12,345 runs · 100% succeeded · 12 s'],
])('the run statistics %j read “%s”', (evidence, expected) => {
  expect(runStatisticsParts(evidence).join(' · ')).toBe(expected)
})
