'use client'

import { type FormEvent, useState, useTransition } from 'react'
import type { NewKey } from '#lib/auth/manage-api-keys.ts'
import {
  ADMIN_SCOPES,
  KEY_LIFETIMES,
  type KeyScope,
  OFFERED_SCOPES,
  SCOPE_MEANINGS,
} from '#lib/auth/model/key-scopes.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../ui/button.tsx'
import { DialogFooter } from '../ui/dialogs/dialog.tsx'
import { CreateSecretDialog } from '../ui/dialogs/secret-dialogs.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { InputField, SelectField } from '../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../ui/forms/form-error.tsx'
import { attemptAction } from '../ui/use-action.ts'
import { BUDGET_PATHS, BudgetFields, DailyCapField, ToolsetField } from './key-limit-fields.tsx'

type NewKeyRequest = {
  name: string
  scopes: KeyScope[]
  expiresInDays: number | null
  dailyCap: string
  maxPrice: string
  confirmAbove: string
  total: string
  maxRuns: number | null
  skillSets: string[]
  toolset: string | null
}

type CreateKeyProps = {
  organisationName: string
  toolsets: string[]
  /** True for owners and admins of the organisation. */
  canPublish: boolean
  create: (request: NewKeyRequest) => Promise<ActionResult<NewKey>>
}

const EMPTY_FIELDS = {
  name: '',
  scopes: ['read', 'run'] as KeyScope[],
  expiresInDays: 90 as number | null,
  dailyCap: '',
  maxPrice: '',
  confirmAbove: '',
  total: '',
  maxRuns: '',
  skillSets: '',
  toolset: null as string | null,
}

export function CreateKey(props: CreateKeyProps) {
  return (
    <CreateSecretDialog<NewKey>
      triggerLabel="Create key"
      title="Create an API key"
      description={`The key lets an app act on your behalf for ${props.organisationName}, within the limits you set here.`}
      renderForm={(onCreated) => <KeyForm {...props} onCreated={onCreated} />}
      describeSecret={({ name, key }) => ({
        title: `API key “${name}”`,
        label: 'API key',
        secret: key,
        instructions: (
          <>
            Send it as <code>Authorization: Bearer …</code>. If you lose it, revoke it and create another.
          </>
        ),
      })}
    />
  )
}

function KeyForm({
  toolsets,
  canPublish,
  create,
  onCreated,
}: CreateKeyProps & { onCreated: (key: NewKey) => void }) {
  const [fields, setFields] = useState(EMPTY_FIELDS)
  const [error, setError] = useState<FormState>(null)
  const [pending, start] = useTransition()
  const change = (changes: Partial<typeof EMPTY_FIELDS>) => setFields((before) => ({ ...before, ...changes }))

  function submit(event: FormEvent) {
    event.preventDefault()
    start(async () => {
      const skillSets = fields.skillSets.split(/[\s,]+/).filter((name) => name !== '')
      const result = await attemptAction(() =>
        create({ ...fields, skillSets, maxRuns: readCount(fields.maxRuns) }),
      )
      if (result.ok) onCreated(result.data)
      else setError(result.error)
    })
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <FormError
        state={error}
        fields={['/name', '/scopes', '/expiresInDays', '/dailyCap', ...BUDGET_PATHS]}
      />
      <InputField
        label="Name"
        help="What you use the key for, so that you recognise it later."
        errors={errorsAt(error, '/name')}
        value={fields.name}
        onChange={(name) => change({ name })}
      />
      <ScopesField
        offered={OFFERED_SCOPES.filter((scope) => canPublish || !ADMIN_SCOPES.includes(scope))}
        scopes={fields.scopes}
        errors={errorsAt(error, '/scopes')}
        onChange={(scopes) => change({ scopes })}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <LifetimeField days={fields.expiresInDays} onChange={(expiresInDays) => change({ expiresInDays })} />
        <DailyCapField
          help="Once it is reached, paid runs are rejected until midnight UTC."
          errors={errorsAt(error, '/dailyCap')}
          value={fields.dailyCap}
          onChange={(dailyCap) => change({ dailyCap })}
        />
      </div>
      <BudgetFields budget={fields} error={error} onChange={change} />
      <InputField
        label="Only these SkillSets"
        optional
        help="As publisher.skillset, separated by spaces. Leave empty to allow all SkillSets that you can use."
        errors={errorsUnder(error, '/skillSets')}
        isCode
        placeholder="guildhall.text_tools"
        value={fields.skillSets}
        onChange={(skillSets) => change({ skillSets })}
      />
      <ToolsetField
        subject="The key"
        toolsets={toolsets}
        errors={errorsAt(error, '/toolset')}
        value={fields.toolset}
        onChange={(toolset) => change({ toolset })}
      />
      <DialogFooter>
        <Button type="submit" pending={pending}>
          Create key
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Text that is no number is sent as NaN, which the server refuses at its field. */
function readCount(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

type ScopesProps = {
  offered: readonly KeyScope[]
  scopes: KeyScope[]
  errors: string[]
  onChange: (scopes: KeyScope[]) => void
}

function ScopesField({ offered, scopes, errors, onChange }: ScopesProps) {
  return (
    <fieldset className="grid grid-cols-1 gap-2.5">
      <legend className="mb-2 font-medium text-sm">Permissions</legend>
      {offered.map((scope) => (
        <ScopeCheckbox
          key={scope}
          scope={scope}
          checked={scopes.includes(scope)}
          onChange={(checked) =>
            onChange(checked ? [...scopes, scope] : scopes.filter((other) => other !== scope))
          }
        />
      ))}
      {errors.map((sentence) => (
        <p key={sentence} className="text-destructive text-sm">
          {sentence}
        </p>
      ))}
    </fieldset>
  )
}

type LifetimeProps = { days: number | null; onChange: (days: number | null) => void }

function LifetimeField({ days, onChange }: LifetimeProps) {
  return (
    <SelectField
      label="Expires"
      value={days ?? 'never'}
      onChange={(chosen) => onChange(chosen === 'never' ? null : Number(chosen))}
      options={KEY_LIFETIMES.map(
        (lifetime) => [lifetime ?? 'never', lifetime === null ? 'Never' : `In ${lifetime} days`] as const,
      )}
    />
  )
}

function errorsUnder(error: FormState, path: string): string[] {
  const issues = (error?.details ?? []).filter(
    (issue) => issue.path === path || issue.path.startsWith(`${path}/`),
  )
  return [...new Set(issues.map(({ message }) => message))]
}

type ScopeCheckboxProps = { scope: KeyScope; checked: boolean; onChange: (checked: boolean) => void }

function ScopeCheckbox({ scope, checked, onChange }: ScopeCheckboxProps) {
  const id = `scope-${scope}`
  return (
    <div className="flex items-start gap-2.5">
      <Checkbox
        id={id}
        className="mt-0.5"
        checked={checked}
        onCheckedChange={onChange}
        aria-describedby={`${id}-meaning`}
      />
      <div className="grid text-sm">
        <label htmlFor={id} className="font-medium">
          {scope}
        </label>
        <span id={`${id}-meaning`} className="text-muted-foreground">
          {SCOPE_MEANINGS[scope]}
        </span>
      </div>
    </div>
  )
}
