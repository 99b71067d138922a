'use client'

/** Which optional fields of a large object are out of the way until somebody asks for them. */
import { useRef } from 'react'
import { useNotesBelow } from './field-notes.tsx'
import type { Held } from './held.ts'

// Fewer are quicker read than unfolded.
const FEW = 8
// Where nothing is required, the first ones are what the contract thinks of first.
const FIRST = 5

type Wanted = {
  id: string
  names: string[]
  required: ReadonlySet<string>
  held: { [key: string]: Held }
}

/** Whether a name is folded away. What was seen once stays: a field must not vanish because it was cleared. */
export function useFolded({ id, names, required, held }: Wanted): (name: string) => boolean {
  const seen = useRef(new Set<string>())
  const troubled = useNotesBelow(id)
  for (const name of names) {
    if (required.has(name) || Object.hasOwn(held, name) || troubled.has(name)) seen.current.add(name)
  }
  if (names.length <= FEW) return () => false
  const isFirst = seen.current.size === 0 ? new Set(names.slice(0, FIRST)) : new Set<string>()
  const folded = new Set(names.filter((name) => !seen.current.has(name) && !isFirst.has(name)))
  return folded.size < 4 ? () => false : (name) => folded.has(name)
}
