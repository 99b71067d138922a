'use client'

import type { ErrorSchema, WidgetProps } from '@rjsf/utils'
import { createContext, use } from 'react'
import { describeLimits, exampleOf, hasHelp } from '#lib/form-model/field-labels.ts'
import type { JsonSchema } from '#lib/json/json.ts'
import { type DrawnField, fieldOf } from './drawn-field.ts'

const Hints = createContext<ReadonlyMap<string, string>>(new Map())

/** By field id: "“5” was converted to 5". */
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
  const field = fieldOf(schema)
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

/** For an empty control. */
export function hintOf(facts: JsonSchema): string | undefined {
  const { default: preset } = facts
  if (preset !== undefined && preset !== null && preset !== '')
    return `Default: ${typeof preset === 'object' ? JSON.stringify(preset) : preset}`
  const example = exampleOf(facts)
  return example && `e.g. ${example}`
}

type FieldNoteListProps = { field: DrawnField; errors?: readonly string[] }

export function FieldNoteList({ field, errors = NO_ERRORS }: FieldNoteListProps) {
  const { hint } = useDescription(field, errors)
  return (
    <>
      <ErrorList id={`${field.id}__error`} errors={errors} />
      {hint && (
        <p id={`${field.id}__hint`} className="text-info text-sm">
          {hint}
        </p>
      )}
    </>
  )
}

export function ErrorList({ id, errors }: { id: string; errors: readonly string[] }) {
  if (errors.length === 0) return null
  return (
    <div id={id} className="grid gap-0.5 text-destructive text-sm">
      {errors.map((error) => (
        <p key={error}>{error}</p>
      ))}
    </div>
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

/** Empty entries stay in the library. */
export function errorsIn(errors: ErrorSchema | undefined, isInside = false): string[] {
  const { __errors: own = [], ...inside } = errors ?? {}
  const below = Object.values(inside).flatMap((each) => errorsIn(each as ErrorSchema | undefined))
  return isInside ? below : [...own, ...below]
}

export function namesWithErrors(errors: ErrorSchema | undefined): ReadonlySet<string> {
  const { __errors: _, ...inside } = errors ?? {}
  const entries = Object.entries(inside).filter(([, each]) => errorsIn(each as ErrorSchema).length > 0)
  return new Set(entries.map(([name]) => name))
}
