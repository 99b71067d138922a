'use client'

import { CircleCheck } from 'lucide-react'
import { type ComponentProps, useMemo, useState, useTransition } from 'react'
import { flushSync } from 'react-dom'
import type { ConfigForm as ConfigFormView } from '#lib/config/get-config-form.ts'
import type { PublicError } from '#lib/errors.ts'
import { formContract } from '#lib/form-model/form-contract.ts'
import { type FormValue, toJsonValue } from '#lib/form-model/form-value.ts'
import type { ActionResult } from '#lib/http/responses/action-result.ts'
import type { JsonObject } from '#lib/json/json.ts'
import { toPointer } from '#lib/json/json-pointer.ts'
import { plural } from '#lib/text/plural.ts'
import { ContractForm } from '../schema-form/fields/contract-form.tsx'
import { FieldPlaceholdersProvider } from '../schema-form/frame/field-placeholders.ts'
import { WithPatterns } from '../schema-form/with-patterns.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { toast } from '../ui/toast.ts'
import {
  type ConfigChanges,
  changesOf,
  configFormSchema,
  storedValues,
  unusableIssues,
} from './config-changes.ts'
import { StoredSecretsProvider, secretPlaceholders } from './stored-secret.tsx'

const ID = 'config'

type ConfigFormProps = {
  form: ConfigFormView
  save: (changes: ConfigChanges) => Promise<ActionResult<ConfigFormView>>
  back?: string | undefined
}

/** By the engine of skills; the server validates. */
export function ConfigForm({ form: loaded, save, back }: ConfigFormProps) {
  const [form, setForm] = useState(loaded)
  const [{ value, epoch }, setState] = useState({ value: storedValues(loaded.fields) as FormValue, epoch: 0 })
  const [error, setError] = useState<PublicError>()
  const [pending, start] = useTransition()
  const { fields, canEdit } = form
  const changes = changesOf(fields, (toJsonValue(value) ?? {}) as JsonObject)
  const isChanged = Object.keys(changes).length > 0
  const schema = useMemo(() => configFormSchema(fields), [fields])
  const secrets = useMemo(() => storedSecretsOf(form), [form])
  const placeholders = useMemo(() => secretPlaceholders(secrets), [secrets])
  const issuesText = JSON.stringify([...(error?.details ?? []), ...unusableIssues(fields, changes)])
  const issues = useMemo(() => JSON.parse(issuesText), [issuesText])

  function submit() {
    start(async () => {
      const result = await save(changes)
      if (!result.ok) {
        flushSync(() => setError(result.error))
        const [first] = result.error.details ?? []
        return document.getElementById(ID + (first?.path ?? ''))?.focus()
      }
      setError(undefined)
      setForm(result.data)
      setState({ value: storedValues(result.data.fields), epoch: epoch + 1 })
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
      <ConfigStatus form={form} />
      {error && <Alert variant="destructive">{sentenceOf(error)}</Alert>}
      <StoredSecretsProvider value={secrets}>
        <FieldPlaceholdersProvider value={placeholders}>
          <WithPatterns schema={schema}>
            <ContractForm
              contract={formContract(schema)}
              value={value}
              epoch={epoch}
              idPrefix={ID}
              issues={issues}
              disabled={!canEdit}
              tagName={Fields}
              onChange={(next) => setState({ value: next, epoch })}
            />
          </WithPatterns>
        </FieldPlaceholdersProvider>
      </StoredSecretsProvider>
      {canEdit && (
        <div className="flex items-center gap-4 border-border border-t pt-5">
          <Button type="submit" pending={pending} aria-disabled={!isChanged || undefined}>
            Save settings
          </Button>
          <p role="status" className="text-muted-foreground text-sm">
            {isChanged ? 'Not saved yet' : epoch > 0 && back && <BackToSkill href={back} />}
          </p>
        </div>
      )}
    </form>
  )
}

function BackToSkill({ href }: { href: string }) {
  return (
    <Link href={href} className="text-primary underline underline-offset-4">
      Saved. Back to the skill
    </Link>
  )
}

/** Only changes are sent, by the page's form. */
function Fields({ children, ref }: ComponentProps<'div'>) {
  return (
    <div ref={ref} className="@container grid min-w-0 grid-cols-1 gap-6">
      {children}
    </div>
  )
}

function storedSecretsOf({ fields, canEdit }: ConfigFormView) {
  const stored = fields.filter(({ isSecret, set }) => isSecret && set)
  return { canEdit, fields: new Map(stored.map((field) => [toPointer([field.definition.key]), field])) }
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

function sentenceOf({ code, message, details = [] }: PublicError): string {
  if (code !== 'INVALID_INPUT' || details.length === 0) return message
  return `${plural(details.length, 'setting is', 'settings are')} not valid.`
}
