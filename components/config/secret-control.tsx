'use client'

import { Lock, Undo2 } from 'lucide-react'
import type { ConfigField } from '#lib/config/get-config-form.ts'
import type { ConfigChange } from '#lib/config/save-config-values.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/forms/field.tsx'
import { Input } from '../ui/forms/input.tsx'
import { Time } from '../ui/time.tsx'

type SecretControlProps = {
  id: string
  field: ConfigField
  change: ConfigChange | undefined
  onChange: (change: ConfigChange | undefined) => void
  help?: string
  errors: string[]
  disabled: boolean
}

export function SecretControl({ id, field, change, onChange, help, errors, disabled }: SecretControlProps) {
  const { definition, set } = field
  const isUnchanged = set !== undefined && change === undefined
  const undo = set && change && (
    <Button variant="ghost" size="sm" onClick={() => onChange(undefined)}>
      <Undo2 aria-hidden /> Keep current value
    </Button>
  )
  return (
    <Field
      id={id}
      label={definition.label}
      help={help}
      errors={errors}
      required={definition.required}
      optional={!definition.required}
      aside={undo}
    >
      {(wired) => {
        if (isUnchanged)
          return (
            <StoredSecret
              {...wired}
              set={set}
              disabled={disabled}
              onChange={onChange}
              label={definition.label}
            />
          )
        if (change?.do === 'clear')
          return (
            <p {...pick(wired)} className="text-sm text-warning">
              Will be removed when you save.
            </p>
          )
        return (
          <Input
            {...wired}
            type="password"
            // Prevents password managers from filling in the user's own password.
            autoComplete="new-password"
            spellCheck={false}
            disabled={disabled}
            autoFocus={set !== undefined}
            placeholder={set ? 'New value' : undefined}
            value={change?.do === 'set' ? String(change.value) : ''}
            onChange={({ target }) => onChange(valueChange(target.value, set !== undefined))}
          />
        )
      }}
    </Field>
  )
}

// While a secret is being replaced, an empty field is still a change; without a stored value it is not.
function valueChange(value: string, isReplacing: boolean): ConfigChange | undefined {
  return value === '' && !isReplacing ? undefined : { do: 'set', value }
}

type StoredSecretProps = {
  id: string
  set: NonNullable<ConfigField['set']>
  label: string
  disabled: boolean
  onChange: SecretControlProps['onChange']
}

function StoredSecret({ id, set, label, disabled, onChange }: StoredSecretProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-border bg-muted px-3 py-2 text-sm">
      <p className="flex min-w-0 items-center gap-2">
        <Lock className="size-4 shrink-0 text-muted-foreground" aria-hidden />
        <span>
          Set <Time at={set.updatedAtMs} style="day" />
          {set.hint && (
            <>
              , ends in <code>…{set.hint}</code>
            </>
          )}
        </span>
      </p>
      {!disabled && (
        <span className="ml-auto flex gap-2">
          <Button
            id={id}
            variant="outline"
            size="sm"
            aria-label={`Replace ${label}`}
            onClick={() => onChange({ do: 'set', value: '' })}
          >
            Replace
          </Button>
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Remove ${label}`}
            onClick={() => onChange({ do: 'clear' })}
          >
            Remove
          </Button>
        </span>
      )}
    </div>
  )
}

function pick({ id }: { id: string }) {
  return { id, tabIndex: -1 }
}
