import type { Change } from './change-rules.ts'

const MAX_SHOWN_CHARS = 160

type CounterexampleText = { value: string; statement: string }

/**
 * Returns the counterexample of a change as text, with a statement about it; null if the change has none. Pages use this
 * too, so it must not import the comparison.
 */
export function counterexampleText({
  counterexample,
  direction,
}: Pick<Change, 'counterexample' | 'direction'>): CounterexampleText | null {
  if (counterexample === undefined) return null
  const text = JSON.stringify(counterexample, shortenText)
  const value = text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text
  const statement =
    direction === 'output' ? 'was not possible before but is now.' : 'was accepted before but is now refused.'
  return { value, statement }
}

const LONGEST_TEXT = 32

/** Shortens long texts in a counterexample, whose length is all that matters about them. */
function shortenText(_: string, value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return value
  return `${value.slice(0, 8)}… (${[...value].length} characters)`
}
