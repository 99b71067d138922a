import type { Change } from './change-rules.ts'

const MAX_SHOWN_CHARS = 160

type CounterexampleText = { value: string; statement: string }

export function counterexampleText({
  counterexample,
  direction,
}: Pick<Change, 'counterexample' | 'direction'>): CounterexampleText | null {
  if (counterexample === undefined) return null
  const text = JSON.stringify(counterexample, withoutLength)
  const value = text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text
  const statement =
    direction === 'output' ? 'was not possible before but is now.' : 'was accepted before but is now refused.'
  return { value, statement }
}

const LONGEST_TEXT = 32

function withoutLength(_: string, value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return value
  return `${value.slice(0, 8)}… (${[...value].length} characters)`
}
