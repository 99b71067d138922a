'use client'

/** The rows of a list show the same help: people need to read it once, in the first row that has the field. */
import { useCallback, useSyncExternalStore } from 'react'
import type { DrawnField } from '#lib/contracts/forms/rjsf/drawn-field.ts'

type ShownHelp = { first: string; listeners: Map<string, () => void> }

/** The help texts on the page, keyed by field, whatever its row, and text. Only the browser subscribes. */
const shownHelp = new Map<string, ShownHelp>()

const ROW = /\/\d+(?=\/|$)/g

const { compare } = new Intl.Collator('en', { numeric: true })

type Field = Pick<DrawnField, 'id' | 'pointer' | 'help'>

/** Returns whether an earlier row of the same form shows the help of this field. */
export function useRepeatedHelp({ id, pointer, help }: Field): boolean {
  // The prefix of the form may contain numbers, such as that of a step of a plan.
  const form = id.slice(0, id.length - pointer.length)
  const isInRow = help !== undefined && pointer.search(ROW) >= 0
  const key = isInRow ? `${form}${pointer.replace(ROW, '/*')} ${help}` : undefined
  const subscribe = useCallback(
    (listener: () => void) => (key === undefined ? () => {} : addHelp(key, id, listener)),
    [key, id],
  )
  const isRepeated = () => {
    const first = key === undefined ? id : shownHelp.get(key)?.first
    return first === undefined ? isInLaterRow(pointer) : first !== id
  }
  return useSyncExternalStore(subscribe, isRepeated, () => isInLaterRow(pointer))
}

/** A guess from the pointer, used until it is known which rows have the field. */
function isInLaterRow(pointer: string): boolean {
  return pointer.match(ROW)?.some((row) => row !== '/0') ?? false
}

function addHelp(key: string, id: string, listener: () => void): () => void {
  const entry = shownHelp.get(key) ?? { first: id, listeners: new Map() }
  shownHelp.set(key, entry)
  entry.listeners.set(id, listener)
  if (compare(id, entry.first) < 0) setFirst(entry, id)
  return () => {
    entry.listeners.delete(id)
    const [firstLeft, ...others] = entry.listeners.keys()
    if (firstLeft === undefined) shownHelp.delete(key)
    else if (entry.first === id)
      setFirst(
        entry,
        others.reduce((first, id) => (compare(id, first) < 0 ? id : first), firstLeft),
      )
  }
}

function setFirst(entry: ShownHelp, first: string): void {
  const before = entry.first
  entry.first = first
  entry.listeners.get(before)?.()
  entry.listeners.get(first)?.()
}
