'use client'

import { CircleCheck } from 'lucide-react'
import { useRef, useState, useTransition } from 'react'
import type { ConfigField, ConfigForm as ConfigFormView } from '#lib/config/get-config-form.ts'
import type { PublicError } from '#lib/errors.ts'
import type { ActionResult } from '#lib/http/responses/action-result.ts'
import { MIN_SECRET_CHARS } from '#lib/skillset/document/config-values.ts'
import { plural } from '#lib/text/plural.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import { type ConfigChanges, errorsByKey, shownValue, withoutChange, withValue } from './config-changes.ts'
import { PlainControl } from './plain-control.tsx'
import { SecretControl } from './secret-control.tsx'

type ConfigFormProps = {
  form: ConfigFormView
  save: (changes: ConfigChanges) => Promise<ActionResult<ConfigFormView>>
}

export function ConfigForm({ form: loaded, save }: ConfigFormProps) {
  const [form, setForm] = useState(loaded)
  const [changes, setChanges] = useState<ConfigChanges>({})
  const [error, setError] = useState<PublicError>()
  const [pending, start] = useTransition()
  const element = useRef<HTMLFormElement>(null)
  const errors = errorsByKey(error)
  const isChanged = Object.keys(changes).length > 0

  function submit() {
    start(async () => {
      const result = await save(changes)
      setError(result.ok ? undefined : result.error)
      if (!result.ok) return focusFirst(element.current, result.error)
      setForm(result.data)
      setChanges({})
      toast.success('Settings saved.')
    })
  }

  return (
    <form
      ref={element}
      noValidate
      className="grid grid-cols-1 gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !pending) submit()
      }}
    >
      <ConfigStatus form={form} />
      {error && <Alert variant="destructive">{sentenceOf(error)}</Alert>}
      {form.fields.map((field) => (
        <Control
          key={field.definition.key}
          field={field}
          changes={changes}
          setChanges={setChanges}
          errors={errors[field.definition.key] ?? []}
          disabled={!form.canEdit}
        />
      ))}
      {form.canEdit && (
        <div className="flex items-center gap-4 border-border border-t pt-5">
          <Button type="submit" pending={pending} aria-disabled={!isChanged || undefined}>
            Save settings
          </Button>
          <p role="status" className="text-muted-foreground text-sm">
            {isChanged ? 'Not saved yet' : ''}
          </p>
        </div>
      )}
    </form>
  )
}

type ControlProps = {
  field: ConfigField
  changes: ConfigChanges
  setChanges: (update: (before: ConfigChanges) => ConfigChanges) => void
  errors: string[]
  disabled: boolean
}

const WIDENED =
  'This version does more with this secret than you agreed to. To agree, enter it again or install this version.'

const SHORT = `This secret is shorter than ${MIN_SECRET_CHARS} characters, so it cannot be removed reliably from logs and results. Replace it.`

function unusableValueMessage({ isShort, isSecret }: ConfigField): string {
  if (isShort) return SHORT
  return isSecret ? WIDENED : 'The saved value is not valid for this version. Enter a new one.'
}

function Control({ field, changes, setChanges, errors, disabled }: ControlProps) {
  const { key } = field.definition
  const id = controlId(key)
  const unusable = (field.isUnusable || field.isShort) && !changes[key] ? [unusableValueMessage(field)] : []
  const shared = { id, help: helpOf(field), errors: [...errors, ...unusable], disabled }
  if (field.isSecret) {
    return (
      <SecretControl
        {...shared}
        field={field}
        change={changes[key]}
        onChange={(change) =>
          setChanges((before) => (change ? { ...before, [key]: change } : withoutChange(before, key)))
        }
      />
    )
  }
  return (
    <PlainControl
      {...shared}
      definition={field.definition}
      value={shownValue(changes[key], field)}
      onChange={(value) => setChanges((before) => withValue(before, field, value))}
    />
  )
}

function ConfigStatus({ form: { fields, missing, canEdit, organisationName } }: { form: ConfigFormView }) {
  const labels = fields
    .filter(({ definition }) => missing.includes(definition.key))
    .map((each) => each.definition.label)
  return (
    <>
      {!canEdit && <Alert>Only owners and admins of {organisationName} can change these settings.</Alert>}
      {labels.length > 0 ? (
        <Alert variant="warning" title="Required before you can run its skills">
          {labels.join(', ')}
        </Alert>
      ) : (
        <p className="flex items-center gap-2 text-sm">
          <CircleCheck className="size-4 text-success" aria-hidden />
          All required settings are complete.
        </p>
      )}
    </>
  )
}

const VALIDATION_HELP: Record<string, string> = {
  url: 'A URL.',
  email: 'An email address.',
  uuid: 'A UUID.',
  int: 'A whole number.',
}

function helpOf({ definition, isSecret, hosts, readRaw }: ConfigField): string {
  const { description, defaultValue, validation, type } = definition
  const hasChoices = type === 'SELECT' || type === 'BOOLEAN'
  return [
    description,
    validation && VALIDATION_HELP[validation],
    defaultValue !== undefined && !isSecret && !hasChoices && `Default: “${defaultValue}”.`,
    readRaw !== undefined &&
      `The skill’s code can read this value.${readRaw && ` Reason given by the publisher: “${readRaw}”`}`,
    isSecret && readRaw === undefined && hosts.length > 0 && `Only sent to ${hosts.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function controlId(key: string): string {
  return `config-${key}`
}

function focusFirst(form: HTMLFormElement | null, error: PublicError): void {
  const [key] = Object.keys(errorsByKey(error))
  if (key !== undefined) form?.querySelector<HTMLElement>(`#${CSS.escape(controlId(key))}`)?.focus()
}

function sentenceOf({ code, message, details = [] }: PublicError): string {
  if (code !== 'INVALID_INPUT' || details.length === 0) return message
  return `${plural(details.length, 'setting is', 'settings are')} not valid.`
}
