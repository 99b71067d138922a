'use client'

/** Which optional fields of a large object are out of the way until somebody asks for them. */
import { useRef } from 'react'
import { useNotesBelow } from './field-notes.tsx'
import { useForm } from './form-context.ts'
import type { Held } from './held.ts'

// Fewer are quicker read than unfolded.
const FEW = 8
// Where nothing is required, the first ones are what the contract thinks of first.
const FIRST = 5
// Hiding fewer than these hides more than it spares.
const LEAST = 4

type Wanted = {
  id: string
  names: string[]
  required: ReadonlySet<string>
  held: { [key: string]: Held }
}

/**
 * Whether a name is folded away. It is decided when a name is first seen, and again only when the value came from
 * elsewhere or something is said of it: a field that moved while somebody fills it in would lose their focus.
 */
export function useFolded({ id, names, required, held }: Wanted): (name: string) => boolean {
  const { epoch } = useForm()
  const known = useRef({ epoch, shown: new Set<string>(), folded: new Set<string>() })
  const troubled = useNotesBelow(id)
  const { shown, folded } = known.current
  const isNews = known.current.epoch !== epoch
  known.current.epoch = epoch
  const isNew = (name: string) => !shown.has(name) && !folded.has(name)
  const isFilled = (name: string) => (isNew(name) || isNews) && Object.hasOwn(held, name)
  for (const name of names) {
    if (required.has(name) || troubled.has(name) || isFilled(name)) shown.add(name)
  }
  if (shown.size === 0 && folded.size === 0) for (const name of names.slice(0, FIRST)) shown.add(name)
  const left = names.filter((name) => !shown.has(name))
  const place = names.length <= FEW || left.length < LEAST ? shown : folded
  for (const name of left) if (isNew(name)) place.add(name)
  return (name) => !shown.has(name)
}
