'use client'

/** The settings of a SkillSet, drawn from its definitions. Only what was changed is sent. */
import { CircleCheck } from 'lucide-react'
import { useRef, useState, useTransition } from 'react'
import { toast } from 'sonner'
import type { ConfigField, ConfigForm as ConfigFormView } from '#lib/config/get-config-form.ts'
import type { PublicError } from '#lib/errors.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { type ConfigChanges, errorsByKey, shownValue, without, withValue } from './config-changes.ts'
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
      <Standing form={form} />
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
  'This version does more with it than was agreed to when it was set. Set it again, or install this version, to agree.'

function Control({ field, changes, setChanges, errors, disabled }: ControlProps) {
  const { key } = field.definition
  const id = controlId(key)
  const unusable =
    field.isUnusable && !changes[key]
      ? [field.isSecret ? WIDENED : 'What was set does not fit this version; set it again.']
      : []
  const shared = { id, help: helpOf(field), errors: [...errors, ...unusable], disabled }
  if (field.isSecret) {
    return (
      <SecretControl
        {...shared}
        field={field}
        change={changes[key]}
        onChange={(change) =>
          setChanges((before) => (change ? { ...before, [key]: change } : without(before, key)))
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

/** Whether it is ready, or what it still needs. */
function Standing({ form: { fields, missing, canEdit, organisationName } }: { form: ConfigFormView }) {
  const labels = fields
    .filter(({ definition }) => missing.includes(definition.key))
    .map((each) => each.definition.label)
  return (
    <>
      {!canEdit && <Alert>Only owners and admins of {organisationName} can change these settings.</Alert>}
      {labels.length > 0 ? (
        <Alert variant="warning" title="Needed before its skills can run">
          {labels.join(', ')}
        </Alert>
      ) : (
        <p className="flex items-center gap-2 text-sm">
          <CircleCheck className="size-4 text-success" aria-hidden />
          Everything that is required is set.
        </p>
      )}
    </>
  )
}

const VALIDATION_WORDS: Record<string, string> = {
  url: 'A web address.',
  email: 'An e-mail address.',
  uuid: 'A UUID.',
  int: 'A whole number.',
}

function helpOf({ definition, isSecret, hosts, readRaw }: ConfigField): string {
  const { description, defaultValue, validation, type } = definition
  const hasChoices = type === 'SELECT' || type === 'BOOLEAN'
  return [
    description,
    validation && VALIDATION_WORDS[validation],
    defaultValue !== undefined && !isSecret && !hasChoices && `Default: “${defaultValue}”.`,
    readRaw !== undefined &&
      `Its code reads this as it is.${readRaw && ` The publisher says why: “${readRaw}”`}`,
    isSecret && readRaw === undefined && hosts.length > 0 && `Only ever sent to ${hosts.join(', ')}.`,
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
  return details.length === 1 ? 'One setting does not fit.' : `${details.length} settings do not fit.`
}
