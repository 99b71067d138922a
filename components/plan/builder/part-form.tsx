'use client'

/** A part of the plan as a form, with what the check says beside each field, and results of other steps to choose. */
import { useMemo } from 'react'
import type { Json, JsonSchema } from '#lib/contract/json/json.ts'
import type { PlanIssue } from '#lib/contract/plan/plan-issue.ts'
import { DrawnForm } from '../../schema-form/drawn-form.tsx'
import { type FieldNote, FieldNotes } from '../../schema-form/field-notes.tsx'
import { formContract } from '../../schema-form/form-contract.ts'
import { StandInsProvider } from '../../schema-form/stand-ins.ts'
import { PartPlaceProvider } from './part-place.ts'
import { placeId } from './place-id.ts'
import { usePlan } from './plan-desk.tsx'
import { referencesIn } from './reference-fields.tsx'
import { withWords } from './reference-words.ts'
import { useHeldPart } from './use-held-part.ts'

type Props = {
  /** Of the part in the plan. */
  pointer: string
  /** Keep its identity between renders. */
  schema: JsonSchema
  value: Json
  onChange: (value: Json) => void
}

export function PartForm({ pointer, schema, value, onChange }: Props) {
  const { plan, catalog, issuesIn } = usePlan()
  const { held, epoch, change } = useHeldPart(value, onChange)
  const said = issuesIn(pointer).map((issue) => ({
    ...issue,
    message: withWords(plan, catalog, issue.message),
  }))
  const told = JSON.stringify(said)
  // The same notes must be the same object, or each letter draws every field again.
  const notes = useMemo(() => notesOf(JSON.parse(told)), [told])
  const references = useMemo(() => referencesIn(pointer), [pointer])
  return (
    <StandInsProvider value={references}>
      <PartPlaceProvider value={pointer}>
        <FieldNotes value={notes}>
          <div className="@container grid min-w-0 grid-cols-1 gap-5">
            <DrawnForm
              contract={formContract(schema)}
              held={held}
              epoch={epoch}
              idPrefix={placeId(pointer)}
              onChange={change}
            />
          </div>
        </FieldNotes>
      </PartPlaceProvider>
    </StandInsProvider>
  )
}

/** By the ids of the fields: what is wrong in red, what is only worth knowing beside it. */
function notesOf(issues: PlanIssue[]): Map<string, FieldNote> {
  const notes = new Map<string, FieldNote>()
  for (const { path, message, severity } of issues) {
    const note = notes.get(placeId(path)) ?? { errors: [] }
    const sentence = sentenceOf(message)
    if (severity === 'error') note.errors.push(sentence)
    else note.coercion = note.coercion ? `${note.coercion} ${sentence}` : sentence
    notes.set(placeId(path), note)
  }
  return notes
}

/** "is required" → "This is required.": beside its field a message stands alone. */
export function sentenceOf(message: string): string {
  const said = message.startsWith('is ') ? `this ${message}` : message
  const text = said.charAt(0).toUpperCase() + said.slice(1)
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
