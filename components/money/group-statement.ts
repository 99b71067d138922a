import { formatMicros, parseMicros } from '#lib/kernel/money.ts'
import type { StatementLine } from '#lib/money/get-statement.ts'

/** Consecutive lines of one run, such as what was reserved and what came back, count as one. */
export type StatementEntry = { lines: [StatementLine, ...StatementLine[]]; amount: string }

/** `day` is "2026-11-29" in UTC. `amount` is the sum of the lines that are shown. */
export type StatementDay = { day: string; amount: string; entries: StatementEntry[] }

/** Groups lines, newest first, by day and within it by run. A run that spans midnight has an entry on each day. */
export function groupStatement(lines: readonly StatementLine[]): StatementDay[] {
  const days = Map.groupBy(lines, ({ atMs }) => new Date(atMs).toISOString().slice(0, 10))
  return [...days].map(([day, ofDay]) => {
    const runs = Map.groupBy(ofDay, ({ id, runId }) => runId ?? `line ${id}`)
    const entries = [...runs.values()].flatMap(([first, ...more]) =>
      first ? [{ lines: [first, ...more] as StatementEntry['lines'], amount: sumOf([first, ...more]) }] : [],
    )
    return { day, amount: sumOf(ofDay), entries }
  })
}

function sumOf(lines: readonly StatementLine[]): string {
  return formatMicros(lines.reduce((sum, { amount }) => sum + signedMicros(amount), 0n))
}

function signedMicros(amount: string): bigint {
  return amount.startsWith('-') ? -parseMicros(amount.slice(1)) : parseMicros(amount)
}
