export type TestTally = {
  passed: number
  failed: number
  skipped?: Skipped[]
  failures?: string[]
}

export type Skipped = { count: number; reason: string }

export function tallyOf(isGood: boolean): TestTally {
  return isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

export function sumTallies(tallies: TestTally[]): TestTally {
  const sum = (key: 'passed' | 'failed') => tallies.reduce((total, tally) => total + tally[key], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}

export function mergeTallies(tallies: TestTally[]): TestTally {
  return {
    ...sumTallies(tallies),
    skipped: tallies.flatMap(({ skipped = [] }) => skipped),
    failures: tallies.flatMap(({ failures = [] }) => failures),
  }
}
