'use client'

import { CircleCheck } from 'lucide-react'
import { useMemo, useState, useTransition } from 'react'
import { flushSync } from 'react-dom'
import type { ConfigForm as ConfigFormView } from '#lib/config/get-config-form.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { toPointer } from '#lib/kernel/json/json-pointer.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { ContractFields } from '../forms/contract-fields.tsx'
import { FieldPlaceholdersProvider } from '../forms/frame/field-placeholders.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { toast } from '../ui/toast.ts'
import { attemptAction } from '../ui/use-action.ts'
import {
  type ConfigChanges,
  configFormSchema,
  findConfigChanges,
  storedValues,
  unusableIssues,
} from './config-changes.ts'
import { StoredSecretsProvider, secretPlaceholders } from './stored-secret.tsx'

const ID = 'config'

type ConfigFormProps = {
  form: ConfigFormView
  save: (changes: ConfigChanges) => Promise<ActionResult<ConfigFormView>>
  back?: string | undefined
  missingTitle?: string
}

/** The settings of a SkillSet, in the same form as the input of a skill; the server validates them. */
export function ConfigForm({ form: initialForm, save, back, missingTitle }: ConfigFormProps) {
  const [form, setForm] = useState(initialForm)
  const [value, setValue] = useState(() => storedValues(initialForm.fields))
  const [isSaved, setSaved] = useState(false)
  const [error, setError] = useState<PublicError>()
  const [pending, start] = useTransition()
  const { fields, canEdit } = form
  const changes = findConfigChanges(fields, value)
  const isChanged = Object.keys(changes).length > 0
  const schema = useMemo(() => configFormSchema(fields), [fields])
  const secrets = useMemo(() => findStoredSecrets(form), [form])
  const placeholders = useMemo(() => secretPlaceholders(secrets), [secrets])
  const issues = [...(error?.details ?? []), ...unusableIssues(fields, changes)]

  function submit() {
    start(async () => {
      const result = await attemptAction(() => save(changes))
      if (!result.ok) {
        flushSync(() => setError(result.error))
        const [first] = result.error.details ?? []
        return document.getElementById(ID + (first?.path ?? ''))?.focus()
      }
      setError(undefined)
      setForm(result.data)
      setValue(storedValues(result.data.fields))
      setSaved(true)
      toast.success('Settings saved.')
    })
  }

  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !pending) submit()
      }}
    >
      <ConfigStatus form={form} missingTitle={missingTitle} />
      {error && <Alert variant="destructive">{describeError(error)}</Alert>}
      <StoredSecretsProvider value={secrets}>
        <FieldPlaceholdersProvider value={placeholders}>
          <ContractFields
            schema={schema}
            value={value}
            idPrefix={ID}
            issues={issues}
            disabled={!canEdit}
            onChange={(next) => setValue(next as JsonObject)}
          />
        </FieldPlaceholdersProvider>
      </StoredSecretsProvider>
      {canEdit && (
        <div className="flex items-center gap-4 border-border border-t pt-5">
          <Button type="submit" pending={pending} aria-disabled={!isChanged || undefined}>
            Save settings
          </Button>
          <p role="status" className="text-muted-foreground text-sm">
            {isChanged ? 'Not saved yet' : isSaved && back && <BackToSkill href={back} />}
          </p>
        </div>
      )}
    </form>
  )
}

function BackToSkill({ href }: { href: string }) {
  return (
    <TextLink href={href} className="text-primary">
      Saved. Back to the skill
    </TextLink>
  )
}

function findStoredSecrets({ fields, canEdit }: ConfigFormView) {
  const stored = fields.filter(({ isSecret, set }) => isSecret && set)
  return { canEdit, fields: new Map(stored.map((field) => [toPointer([field.definition.key]), field])) }
}

type ConfigStatusProps = { form: ConfigFormView; missingTitle?: string | undefined }

function ConfigStatus({
  form: { fields, missing, canEdit, organisationName },
  missingTitle = 'Required before you can run its skills',
}: ConfigStatusProps) {
  const labels = fields
    .filter(({ definition }) => missing.includes(definition.key))
    .map((field) => field.definition.label)
  return (
    <>
      {!canEdit && <Alert>Only owners and admins of {organisationName} can change these settings.</Alert>}
      {labels.length > 0 ? (
        <Alert variant="warning" title={missingTitle}>
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

function describeError({ code, message, details = [] }: PublicError): string {
  if (code !== 'INVALID_INPUT' || details.length === 0) return message
  return `${plural(details.length, 'setting is', 'settings are')} not valid.`
}
