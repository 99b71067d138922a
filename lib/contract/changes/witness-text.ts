/** A witness as a person reads it: the value, and what became of it. Ground; also in the browser. */
import type { Change } from './change.ts'

const MOST_SHOWN = 160

export type WitnessText = { value: string; says: string }

/** Null for a change that has none. */
export function witnessText({
  witness,
  direction,
}: Pick<Change, 'witness' | 'direction'>): WitnessText | null {
  if (witness === undefined) return null
  const text = JSON.stringify(witness, withoutLength)
  const value = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
  const says = direction === 'output' ? 'was not possible and is now.' : 'was accepted and is now refused.'
  return { value, says }
}

const LONGEST_TEXT = 32

/** A text that is only long says how long it is. */
function withoutLength(_: string, value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return value
  return `${value.slice(0, 8)}… (${[...value].length} characters)`
}
