'use client'

import { Network } from 'lucide-react'
import { useState } from 'react'
import type { OwnHostsPage, OwnHostView } from '#lib/admin/own-hosts.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { SectionCard } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/dialogs/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Field } from '../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../ui/forms/form-error.tsx'
import { Input } from '../ui/forms/input.tsx'
import { SubmitButton, useFormAction } from '../ui/forms/submit-button.tsx'
import { CardList } from '../ui/link-rows.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Time } from '../ui/time.tsx'

type Props = {
  page: OwnHostsPage
  add: (before: FormState, form: FormData) => Promise<FormState>
  remove: (host: { address: string; organisationId: string }) => Promise<ActionResult<void>>
}

export function OwnHosts({ page: { hosts, fromEnvironment }, add, remove }: Props) {
  return (
    <div className="grid grid-cols-1 gap-8">
      {hosts.length > 0 ? (
        <CardList>
          {hosts.map((host) => (
            <HostItem key={`${host.organisation.id} ${host.address}`} host={host} remove={remove} />
          ))}
        </CardList>
      ) : (
        <EmptyState icon={Network} title="No hosts yet">
          Add a host below to let the skills of one organisation reach it.
        </EmptyState>
      )}
      <SectionCard id="add" title="Add a host">
        {/* A new key empties the form once a host is added. */}
        <AddForm key={hosts.length} add={add} />
      </SectionCard>
      {fromEnvironment.length > 0 && <EnvironmentHosts hosts={fromEnvironment} />}
    </div>
  )
}

function HostItem({
  host: { address, organisation, createdAtMs },
  remove,
}: { host: OwnHostView } & Pick<Props, 'remove'>) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 px-5 py-4">
      <div className="grid min-w-0 flex-1 basis-56 gap-1 text-sm">
        <p className="font-medium [overflow-wrap:anywhere]">{address}</p>
        <p className="text-muted-foreground [overflow-wrap:anywhere]">
          <TextLink href={paths.organisationForAdmin(organisation.id)}>{organisation.name}</TextLink> · added{' '}
          <Time at={createdAtMs} />
        </p>
      </div>
      <ConfirmButton
        title={`Remove ${address}?`}
        description={`Skills of ${organisation.name} can no longer reach it. Runs that have started can, until they end.`}
        confirmLabel="Remove"
        onConfirm={() => remove({ address, organisationId: organisation.id })}
        onDone={`${address} is removed.`}
        label={`Remove ${address} of ${organisation.name}`}
      />
    </li>
  )
}

function EnvironmentHosts({ hosts }: { hosts: OwnHostsPage['fromEnvironment'] }) {
  return (
    <SectionCard
      id="environment"
      title="Set by the operator"
      description="These are listed in GUILDHALL_SKILL_HOSTS and can only be changed there."
    >
      <ul className="grid gap-2 text-sm">
        {hosts.map(({ address, organisation }) => (
          <li key={`${organisation?.id} ${address}`} className="[overflow-wrap:anywhere]">
            <span className="font-medium">{address}</span>{' '}
            <span className="text-muted-foreground">for {organisation?.name ?? 'all organisations'}</span>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

const FIELDS = [
  {
    name: 'address',
    label: 'Host',
    placeholder: 'wiki.internal:8080',
    help: 'A name or an IPv4 address. Without a port, all its ports can be reached.',
  },
  {
    name: 'organisation',
    label: 'Organisation',
    placeholder: 'acme',
    help: 'The handle of one of its publishers, or the id in the address of its page under Organisations.',
  },
]

function AddForm({ add }: Pick<Props, 'add'>) {
  const [error, form] = useFormAction<FormState>(add, null)
  // React empties a form after its action, also when that was refused.
  const [values, setValues] = useState<Record<string, string>>({})
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={FIELDS.map(({ name }) => `/${name}`)} />
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        {FIELDS.map(({ name, label, help, placeholder }) => (
          <Field key={name} label={label} help={help} errors={errorsAt(error, `/${name}`)} required>
            {(controlProps) => (
              <Input
                {...controlProps}
                name={name}
                value={values[name] ?? ''}
                onChange={({ target }) => setValues({ ...values, [name]: target.value })}
                placeholder={placeholder}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
        ))}
      </div>
      <div>
        <SubmitButton variant="outline">Add host</SubmitButton>
      </div>
    </form>
  )
}
