'use client'

import type { WidgetProps } from '@rjsf/utils'
import { createContext, use } from 'react'
import { type DrawnField, drawnFieldOf } from '#lib/form-model/drawn-field.ts'
import { describeLimits, hasHelp } from '#lib/form-model/field-labels.ts'
import type { JsonSchema } from '#lib/json/json.ts'
import { FieldErrors } from '../../ui/forms/field.tsx'

const Hints = createContext<ReadonlyMap<string, string>>(new Map())

export const FieldHintsProvider = Hints.Provider

const NO_ERRORS: readonly string[] = []

function useDescription({ id, facts }: DrawnField, errors: readonly string[]) {
  const hint = use(Hints).get(id)
  const ids = [errors.length > 0 && `${id}__error`, hint && `${id}__hint`, hasHelp(facts) && `${id}__help`]
  const describedBy = ids.filter((each) => typeof each === 'string').join(' ') || undefined
  return { hint, describedBy }
}

export function useDescribedBy(field: DrawnField, errors = NO_ERRORS): string | undefined {
  return useDescription(field, errors).describedBy
}

export function useWidget({ schema, rawErrors = [], onChange, disabled }: WidgetProps) {
  const field = drawnFieldOf(schema)
  const describedBy = useDescribedBy(field, rawErrors)
  const control = {
    id: field.id,
    'aria-describedby': describedBy,
    'aria-invalid': rawErrors.length > 0 || undefined,
    'aria-required': field.required || undefined,
  }
  const change: DrawnField['change'] = onChange
  return { ...field, change, disabled: disabled ?? false, control }
}

type FieldNoteListProps = { field: DrawnField; errors?: readonly string[] }

export function FieldNoteList({ field, errors = NO_ERRORS }: FieldNoteListProps) {
  const { hint } = useDescription(field, errors)
  return (
    <>
      <FieldErrors id={`${field.id}__error`} errors={errors} />
      {hint && (
        <p id={`${field.id}__hint`} className="text-info text-sm">
          {hint}
        </p>
      )}
    </>
  )
}

export function FieldHelp({ id, facts }: { id: string; facts: JsonSchema }) {
  if (!hasHelp(facts)) return null
  const { description } = facts
  const limits = describeLimits(facts)
  return (
    <p
      id={`${id}__help`}
      className="max-w-prose whitespace-pre-line text-pretty text-muted-foreground text-sm [overflow-wrap:anywhere]"
    >
      {typeof description === 'string' && `${limits ? ended(description.trim()) : description.trim()} `}
      {limits}
    </p>
  )
}

/** Another sentence follows. */
function ended(text: string): string {
  return /[.!?…:]$/.test(text) ? text : `${text}.`
}
