import { pluralUpTo } from '../text/plural.ts'

/** A count of stored runs stops here, because an organisation may have millions. */
export const MAX_COUNTED_RUNS = 1_000

/** "12 runs", or "more than 1,000 runs". */
export function formatRunCount(count: number, one = 'run', many = 'runs'): string {
  return pluralUpTo(MAX_COUNTED_RUNS, count, one, many)
}
