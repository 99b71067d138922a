'use client'

import type { Belongings } from '#lib/account-data/delete-organisation.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { Usdc } from '../ui/amount.tsx'
import { Field, SelectField } from '../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../ui/forms/form-error.tsx'
import { Input } from '../ui/forms/input.tsx'
import { PasswordInput } from '../ui/forms/password-input.tsx'
import { SubmitButton, useFormAction } from '../ui/forms/submit-button.tsx'

export function BelongingsList({ belongings }: { belongings: Belongings }) {
  const { runs, savedPlans, files, members, balance, earnings, publishers } = belongings
  const { automations, installs, toolsets, webhooks } = belongings
  const published = publishers.flatMap((publisher) => publisher.published)
  return (
    <ul className="grid list-disc gap-1.5 pl-5 text-sm">
      <li>
        {runs > 10_000 ? 'More than 10,000 runs' : plural(runs, 'run')}: their inputs and outputs are deleted.
        Receipts stay, without content.
      </li>
      <li>
        {plural(savedPlans, 'plan')}, {plural(automations, 'automation')}, {plural(toolsets, 'toolset')} and{' '}
        {plural(files, 'entry', 'entries')} in the vault are deleted.
      </li>
      <li>
        API keys, connected apps, settings, {plural(webhooks, 'webhook')} and{' '}
        {plural(installs, 'installed SkillSet')} stop working at once.
      </li>
      {(balance !== '0' || earnings !== '0') && (
        <li>
          <Usdc value={balance} /> of balance and <Usdc value={earnings} /> of earnings are lost. Ask an admin
          for a payout first.
        </li>
      )}
      {members > 1 && <li>{plural(members - 1, 'other member')} lose access.</li>}
      {publishers.length > 0 && (
        <li>
          {published.length === 0
            ? 'Nothing is published.'
            : `Published: ${published.join(', ')}. You choose below whether another organisation takes over or they are taken down. Users of a SkillSet that is taken down can no longer run it.`}
        </li>
      )}
    </ul>
  )
}

type DeleteFormProps = {
  belongings: Belongings
  confirm: string
  hasPassword: boolean
  submitLabel: string
  remove: (before: FormState, form: FormData) => Promise<FormState>
}

export function DeleteForm({ belongings, confirm, hasPassword, submitLabel, remove }: DeleteFormProps) {
  const [error, form] = useFormAction<FormState>(remove, null)
  const { publishers, heirs } = belongings
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={['/confirm', '/current', '/transferTo']} />
      {publishers.length > 0 && (
        <SelectField
          label={`SkillSets of ${publishers.map(({ handle }) => handle).join(', ')}`}
          errors={errorsAt(error, '/transferTo')}
          className="max-w-sm"
          name="transferTo"
          defaultValue=""
          options={[
            ['', 'Take them down'],
            ...heirs.map(({ id, name }) => [id, `Transfer to ${name}`] as const),
          ]}
        />
      )}
      {hasPassword && (
        <Field label="Current password" errors={errorsAt(error, '/current')} className="max-w-sm">
          {(controlProps) => (
            <PasswordInput {...controlProps} name="current" autoComplete="current-password" required />
          )}
        </Field>
      )}
      <Field label={`Type ${confirm} to confirm`} errors={errorsAt(error, '/confirm')} className="max-w-sm">
        {(controlProps) => (
          <Input {...controlProps} name="confirm" autoComplete="off" spellCheck={false} required />
        )}
      </Field>
      <div>
        <SubmitButton variant="destructive">{submitLabel}</SubmitButton>
      </div>
    </form>
  )
}
