/**
 * Options for tests that need something not every machine has: skipped without it, and counted by reason at the end of
 * `npm test`.
 */

declare module 'vitest' {
  interface TaskMeta {
    /** bin/testing/run-vitest.ts reads the reason. */
    skipReason?: string
  }
}

export type SkipOptions = { skip?: boolean; meta?: { skipReason: string } }

/** Reports print the reason after "skipped:". */
export function skipUnless(isMet: boolean, reason: string): SkipOptions {
  return isMet ? {} : { skip: true, meta: { skipReason: reason } }
}

export const inLongRun = skipUnless(Boolean(process.env.GUILDHALL_LONG), 'runs with npm run test:long')

export const onLinux = skipUnless(process.platform === 'linux', 'needs Linux')
