'use client'

/** What is to be said beside each field: what is wrong with it, and how what was sent was read. */
import { createContext, use } from 'react'
import { pointerKeys } from '#lib/contract/json/json-pointer.ts'
import type { Coercion } from '#lib/contract/schema/coercion.ts'
import type { Issue } from '#lib/errors.ts'
import { showValue } from './field-words.ts'

export type FieldNote = { errors: string[]; coercion?: string }

/** The id of the control for what stands at `pointer`. */
export function fieldId(prefix: string, pointer: string): string {
  return prefix + pointer
}

const Notes = createContext<ReadonlyMap<string, FieldNote>>(new Map())

export const FieldNotes = Notes.Provider

const NOTHING: FieldNote = { errors: [] }

export function useFieldNote(id: string): FieldNote {
  return use(Notes).get(id) ?? NOTHING
}

/** The names right below `id` under which something is to be said. */
export function useNotesBelow(id: string): ReadonlySet<string> {
  const notes = use(Notes)
  const start = `${id}/`
  const names = new Set<string>()
  for (const [each, { errors }] of notes) {
    if (errors.length > 0 && each.startsWith(start)) names.add(pointerKeys(each.slice(id.length))[0] ?? '')
  }
  return names
}

export function notesById(
  prefix: string,
  { issues, coercions }: { issues: readonly Issue[]; coercions: readonly Coercion[] },
): Map<string, FieldNote> {
  const notes = new Map<string, FieldNote>()
  const noteOf = (pointer: string): FieldNote => {
    const id = fieldId(prefix, pointer)
    const note = notes.get(id) ?? { errors: [] }
    notes.set(id, note)
    return note
  }
  for (const { path, message } of issues) noteOf(path).errors.push(sentence(message))
  for (const { path, from, to } of coercions)
    noteOf(path).coercion = `${showValue(from)} was read as ${showValue(to)}`
  return notes
}

/** "is required" → "This is required.": beside its field a message stands alone. */
function sentence(message: string): string {
  const said = message.startsWith('is ') ? `this ${message}` : message
  const text = said.charAt(0).toUpperCase() + said.slice(1)
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** What a control announces besides its label. */
export function describedBy(id: string, { note, hasHelp }: { note: FieldNote; hasHelp: boolean }) {
  const ids = [
    note.errors.length > 0 && `${id}__error`,
    note.coercion && `${id}__coercion`,
    hasHelp && `${id}__help`,
  ].filter((each) => typeof each === 'string')
  return ids.length > 0 ? ids.join(' ') : undefined
}
