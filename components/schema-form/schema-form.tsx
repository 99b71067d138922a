'use client'

/**
 * A form drawn from a contract, with a twin in JSON.
 *
 * It checks what is plain before it submits, announces what is wrong and leads there, and shows beside each field
 * what the server said of it. Only keyboard, real labels, no eval.
 */
import { type FormEvent, type KeyboardEvent, type ReactNode, useId } from 'react'
import { isObject, type Json, type JsonSchema } from '#lib/contract/json/json.ts'
import type { Coercion } from '#lib/contract/schema/coercion.ts'
import type { Issue } from '#lib/errors.ts'
import { Button } from '../ui/button.tsx'
import { DrawnForm } from './drawn-form.tsx'
import { FieldNotes, notesById } from './field-notes.tsx'
import { FormModes } from './form-modes.tsx'
import { IssueSummary } from './issue-summary.tsx'
import { JsonTwin } from './json-twin.tsx'
import { useSchemaForm } from './use-schema-form.ts'

export type SchemaFormProps = {
  /** An object schema, canonical. Keep its identity between renders. */
  schema: JsonSchema
  /** What is in the form; defaults fill what it does not name. */
  value: Json | undefined
  onChange: (value: Json) => void
  /** Gets what passed the quick check. Leave it out for a form that only shows, such as a preview. */
  onSubmit?: (value: Json) => void
  /** What the server found wrong with the value last submitted. */
  issues?: readonly Issue[]
  /** How the server read the value last submitted. */
  coercions?: readonly Coercion[]
  disabled?: boolean
  /** Submitted and not answered yet: submitting again does nothing. */
  pending?: boolean
  submitLabel?: ReactNode
  /** Beside the submit button. */
  actions?: ReactNode
  idPrefix?: string
  /** Left of the switch between form and JSON. */
  header?: ReactNode
  /** Between the switch and the fields, such as one-click fills. */
  intro?: ReactNode
}

export function SchemaForm(props: SchemaFormProps) {
  const { schema, onSubmit, disabled, pending, submitLabel = 'Submit', actions } = props
  const generated = useId()
  const idPrefix = props.idPrefix ?? `form${generated}`
  const form = useSchemaForm(props)
  const { twin, standing } = form

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!pending && !disabled) form.submit()
  }
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={submit} onKeyDown={onKeyDown}>
      <div className="flex min-h-8 items-center justify-between gap-3">
        {props.header ?? <span />}
        <FormModes
          isJson={twin !== undefined}
          blocked={twin?.error !== undefined}
          onSwitch={(isJson) => form.switchTo(isJson ? 'json' : 'form')}
        />
      </div>
      {props.intro}
      <IssueSummary ref={form.summary} issues={standing.issues} schema={schema} idPrefix={idPrefix} />
      {twin ? (
        <JsonTwin id={`${idPrefix}-json`} {...twin} disabled={disabled} onType={form.typeJson} />
      ) : (
        <FieldNotes value={notesById(idPrefix, standing)}>
          {isEmpty(schema) && <p className="text-muted-foreground text-sm">There is nothing to fill in.</p>}
          <DrawnForm
            schema={schema}
            held={form.held}
            idPrefix={idPrefix}
            disabled={disabled}
            onChange={form.change}
          />
        </FieldNotes>
      )}
      {onSubmit && (
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" pending={pending} disabled={disabled}>
            {submitLabel}
          </Button>
          {actions}
        </div>
      )}
    </form>
  )
}

function isEmpty({ properties, oneOf, anyOf, allOf, $ref }: JsonSchema): boolean {
  const hasFields = isObject(properties) && Object.keys(properties).length > 0
  return !hasFields && !oneOf && !anyOf && !allOf && !$ref
}
