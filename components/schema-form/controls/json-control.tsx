'use client'

/** A value written as JSON: one that may be anything, or one that is not what the contract wants. */
import { useState } from 'react'
import type { Json } from '#lib/contract/json/json.ts'
import { toPointer } from '#lib/contract/json/json-pointer.ts'
import { Textarea } from '../../ui/textarea.tsx'
import type { DrawnField } from '../drawn-field.ts'
import { FieldNotes } from '../field-frame.tsx'
import { useNotesBelow } from '../field-notes.tsx'
import { useForm } from '../form-context.ts'
import { kindWords } from '../kind-names.ts'
import { useControl } from '../use-control.ts'
import { isSame } from './select-control.tsx'

export function JsonControl({
  id,
  spot,
  facts,
  json,
  required,
  change,
  isMisfit,
}: DrawnField & { isMisfit?: boolean }) {
  const { disabled } = useForm()
  const control = useControl(id, facts, required)
  const below = useNotesBelow(id)
  const [typed, setTyped] = useState<string>()
  const isTyped = typed !== undefined && isSame(readLoose(typed), json)
  return (
    <div className="grid gap-1">
      <Textarea
        {...control}
        className="max-h-96 min-h-9 font-mono sm:text-[0.8125rem]"
        rows={1}
        spellCheck={false}
        autoComplete="off"
        value={isTyped ? typed : json === undefined ? '' : JSON.stringify(json, null, 2)}
        disabled={disabled}
        aria-invalid={control['aria-invalid'] ?? (below.size > 0 || undefined)}
        onChange={({ target }) => {
          setTyped(target.value)
          change(readLoose(target.value))
        }}
      />
      {[...below].map((name) => (
        <FieldNotes key={name} id={id + toPointer([name])} />
      ))}
      <p className="text-muted-foreground text-xs">
        {isMisfit
          ? `${kindWords(spot)} It is shown as it was written, and nothing was changed.`
          : 'Any JSON. What is no JSON is sent as text.'}
      </p>
    </div>
  )
}

function readLoose(text: string): Json | undefined {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
