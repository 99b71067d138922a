'use client'

import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { TrustView } from '#lib/publishing/from-ci/trusted-repositories.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../../ui/forms/form-error.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { SubmitButton, useFormAction } from '../../ui/forms/submit-button.tsx'
import { Time } from '../../ui/time.tsx'

type Props = {
  trusts: TrustView[]
  canChange: boolean
  add: (before: FormState, form: FormData) => Promise<FormState>
  remove: (id: string) => Promise<ActionResult<void>>
}

export function TrustedPublishers({ trusts, canChange, add, remove }: Props) {
  return (
    <div className="grid grid-cols-1 gap-6">
      {trusts.length === 0 && <p className="text-muted-foreground text-sm">No repository is trusted.</p>}
      {trusts.length > 0 && (
        <ul className="grid grid-cols-1 divide-y divide-border rounded-lg border border-border">
          {trusts.map((trust) => (
            <li key={trust.id} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
              <TrustText trust={trust} />
              {canChange && <RemoveButton trust={trust} remove={remove} />}
            </li>
          ))}
        </ul>
      )}
      {/* A new key empties the form once a repository is trusted. */}
      {canChange && <AddForm key={trusts.length} add={add} />}
    </div>
  )
}

function TrustText({ trust }: { trust: TrustView }) {
  const { repository, workflow, environment, branch, lastUsedAtMs, by } = trust
  const limits = [
    workflow ?? 'any workflow',
    branch ? `branch ${branch}` : environment ? 'any branch or pull request' : 'any branch',
    ...(environment ? [`environment ${environment}`] : []),
  ]
  return (
    <div className="grid min-w-0 gap-0.5 text-sm">
      <span className="font-medium [overflow-wrap:anywhere]">{repository}</span>
      <span className="text-muted-foreground [overflow-wrap:anywhere]">{limits.join(' · ')}</span>
      <span className="text-muted-foreground">
        Added by {by} ·{' '}
        {lastUsedAtMs ? (
          <>
            used <Time at={lastUsedAtMs} />
          </>
        ) : (
          'not used yet'
        )}
      </span>
    </div>
  )
}

function RemoveButton({ trust, remove }: { trust: TrustView; remove: Props['remove'] }) {
  return (
    <ConfirmDialog
      title={`Stop trusting ${trust.repository}?`}
      description="Its workflows can no longer stage builds. Builds that are already staged stay."
      confirmLabel="Stop trusting"
      onConfirm={() => remove(trust.id)}
    >
      <Button variant="outline" size="sm" aria-label={`Remove ${trust.repository}`}>
        Remove
      </Button>
    </ConfirmDialog>
  )
}

const FIELDS = [
  { name: 'repository', label: 'Repository', help: 'On GitHub, as owner/name.' },
  {
    name: 'workflow',
    label: 'Workflow file',
    help: 'Such as publish.yml, which no other workflow may call. Empty for any.',
  },
  {
    name: 'branch',
    label: 'Branch',
    help: 'Recommended, such as main: otherwise a build of any branch is trusted, even one that no one reviewed.',
  },
  { name: 'environment', label: 'Environment', help: 'The environment of the job on GitHub. Empty for any.' },
]

function AddForm({ add }: { add: Props['add'] }) {
  const [error, form] = useFormAction<FormState>(add, null)
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={FIELDS.map(({ name }) => `/${name}`)} />
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        {FIELDS.map(({ name, label, help }) => (
          <Field
            key={name}
            label={label}
            help={help}
            optional={name !== 'repository'}
            errors={errorsAt(error, `/${name}`)}
          >
            {(controlProps) => (
              <Input
                {...controlProps}
                name={name}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
        ))}
      </div>
      <div>
        <SubmitButton variant="outline">Trust repository</SubmitButton>
      </div>
    </form>
  )
}
