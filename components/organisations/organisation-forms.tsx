'use client'

import type { MemberRole } from '#lib/auth/model/member-roles.ts'
import type { NewInvitation } from '#lib/organisations/invitations.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { type NameState, SavedNote } from '../accounts/form-result.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { Field } from '../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../ui/forms/form-error.tsx'
import { Input } from '../ui/forms/input.tsx'
import { SubmitButton, useFormAction } from '../ui/forms/submit-button.tsx'

type CreateFormProps = { create: (before: NameState, form: FormData) => Promise<NameState> }

export function CreateForm({ create }: CreateFormProps) {
  const [state, form] = useFormAction(create, { error: null, isSaved: false, name: '' })
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-3">
      <FormError state={state.error} fields={['/name']} />
      <Field label="New organisation" errors={errorsAt(state.error, '/name')} className="max-w-sm">
        {(controlProps) => (
          <Input
            {...controlProps}
            name="name"
            autoComplete="organization"
            placeholder="Name"
            defaultValue={state.name}
            required
          />
        )}
      </Field>
      <div className="flex items-center gap-3">
        <SubmitButton variant="outline">Create organisation</SubmitButton>
        <SavedNote show={state.isSaved}>Created. You are now working in it.</SavedNote>
      </div>
    </form>
  )
}

type JoinFormProps = { organisationName: string; join: () => Promise<FormState> }

export function JoinForm({ organisationName, join }: JoinFormProps) {
  const [error, form] = useFormAction<FormState>(join, null)
  return (
    <form {...form} className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={[]} />
      <SubmitButton className="w-full">Join {organisationName}</SubmitButton>
    </form>
  )
}

export type OrganisationActions = {
  changeRole: (userId: string, role: MemberRole) => Promise<ActionResult<void>>
  removeMember: (userId: string) => Promise<ActionResult<void>>
  leave: () => Promise<ActionResult<void>>
  makeInvitation: (role: MemberRole, email: string) => Promise<ActionResult<NewInvitation>>
  cancelInvitation: (id: string) => Promise<ActionResult<void>>
}

export function LeaveButton({ name, leave }: { name: string; leave: OrganisationActions['leave'] }) {
  return (
    <ConfirmDialog
      title={`Leave ${name}?`}
      description="You lose access immediately, and your API keys for it stop working. To rejoin, you need a new invitation."
      confirmLabel="Leave"
      onConfirm={() => leave()}
    >
      <Button variant="outline" className="text-destructive">
        Leave organisation
      </Button>
    </ConfirmDialog>
  )
}
