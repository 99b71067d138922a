/** What a phase of the tests came to. */

export type Tally = {
  passed: number
  failed: number
  /** Present when the phase cannot run on this machine. */
  skipped?: { count: number; reason: string }
  /** What failed and why, for the end of the report: whoever reads only the tail of a log finds it there. */
  failures?: string[]
}

/** For a tool that only says yes or no: it counts as one test. */
export function verdict(isGood: boolean): Tally {
  return isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

export function addUp(tallies: Tally[]): Tally {
  const sum = (key: 'passed' | 'failed') => tallies.reduce((total, tally) => total + tally[key], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}
