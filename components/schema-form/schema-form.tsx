'use client'

/**
 * A form drawn from a contract, with a twin in JSON.
 *
 * It says before anything is sent what the server would say, announces it and leads there, and shows beside each
 * field what the server said of it. Only keyboard, real labels, no eval.
 */
import { type FormEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useId, useMemo } from 'react'
import { isObject, type Json, type JsonSchema } from '#lib/contract/json/json.ts'
import type { Coercion } from '#lib/contract/schema/coercion.ts'
import type { Issue } from '#lib/errors.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { DrawnForm } from './drawn-form.tsx'
import { FieldNotes, notesById } from './field-notes.tsx'
import { FormModes } from './form-modes.tsx'
import { IssueSummary } from './issue-summary.tsx'
import { JsonTwin } from './json-twin.tsx'
import { useSchemaForm } from './use-schema-form.ts'

export type SchemaFormProps = {
  /** An object schema, canonical. Keep its identity between renders. */
  schema: JsonSchema
  /** What is in the form, as it is; a form that is given nothing starts from the contract's defaults. */
  value: Json | undefined
  onChange: (value: Json) => void
  /** Gets what passed the check. Leave it out for a form that only shows, such as a preview. */
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
  /** JSON that was typed before and could not be read yet: the form opens with it. */
  jsonText?: string
  /** Told of JSON that cannot be read, so that it can be kept; undefined once it can. */
  onJsonText?: (text: string | undefined) => void
}

export function SchemaForm(props: SchemaFormProps) {
  const { schema, onSubmit, disabled, pending, submitLabel = 'Submit', actions } = props
  const generated = useId()
  const idPrefix = props.idPrefix ?? `form${generated}`
  const form = useSchemaForm(props)
  const { mode, twin, standing } = form
  // Every field listens to the notes: the same ones must be the same object, or each letter draws them all again.
  const told = JSON.stringify(standing)
  const notes = useMemo(() => notesById(idPrefix, JSON.parse(told)), [idPrefix, told])
  const isBroken = mode !== 'form' && twin.error !== undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    // The form may stand inside another one, by way of a dialog.
    event.stopPropagation()
    if (!pending && !disabled) form.submit()
  }
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }

  return (
    <form
      noValidate
      className="grid min-w-0 grid-cols-1 gap-5"
      data-mode={mode}
      onSubmit={submit}
      onKeyDown={onKeyDown}
    >
      <div className="flex min-h-8 items-center justify-between gap-3">
        {props.header ?? <span />}
        <FormModes mode={mode} blocked={isBroken} onSwitch={form.switchTo} />
      </div>
      {props.intro}
      <IssueSummary ref={form.summary} issues={standing.issues} schema={schema} idPrefix={idPrefix} />
      <div className={cn('grid min-w-0 grid-cols-1 gap-6', mode === 'both' && 'lg:grid-cols-[3fr_2fr]')}>
        {mode !== 'json' && (
          <div className="@container grid min-w-0 grid-cols-1 content-start gap-5">
            <FieldNotes value={notes}>
              {isEmpty(schema) && (
                <p className="text-muted-foreground text-sm">There is nothing to fill in.</p>
              )}
              <DrawnForm
                contract={form.contract}
                held={form.held}
                epoch={form.epoch}
                idPrefix={idPrefix}
                disabled={disabled || isBroken}
                onChange={form.change}
              />
            </FieldNotes>
          </div>
        )}
        {mode !== 'form' && (
          <div className={cn(mode === 'both' && 'max-lg:hidden lg:sticky lg:top-20 lg:self-start')}>
            <JsonTwin
              id={`${idPrefix}-json`}
              twin={twin}
              disabled={disabled}
              onType={form.typeJson}
              onDiscard={form.discardJson}
            />
          </div>
        )}
      </div>
      {onSubmit && (
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" pending={pending} disabled={disabled} onClick={once}>
            {submitLabel}
          </Button>
          {actions}
        </div>
      )}
    </form>
  )
}

/** What the first click of a double click began may be over before the second. */
function once(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault()
}

function isEmpty({ properties, additionalProperties, ...others }: JsonSchema): boolean {
  if (!isObject(properties) || Object.keys(properties).length > 0) return false
  const more = ['oneOf', 'anyOf', 'allOf', '$ref', 'if', 'patternProperties', 'unevaluatedProperties']
  return !additionalProperties && !more.some((keyword) => keyword in others)
}
