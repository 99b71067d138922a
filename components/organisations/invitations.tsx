'use client'

import { Link2, Mail } from 'lucide-react'
import { useState, useTransition } from 'react'
import {
  type MemberRole,
  ROLE_LABELS,
  ROLE_MEANINGS,
  ROLE_PHRASES,
  rolesGovernedBy,
} from '#lib/auth/model/member-roles.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { InvitationView } from '#lib/organisations/get-organisation-page.ts'
import type { NewInvitation } from '#lib/organisations/invitations.ts'
import { Alert, RefusalAlert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/dialogs/confirm-dialog.tsx'
import { SecretShownOnce } from '../ui/dialogs/secret-dialogs.tsx'
import { InputField, SelectField } from '../ui/forms/field.tsx'
import { Time } from '../ui/time.tsx'
import { attemptAction } from '../ui/use-action.ts'
import type { OrganisationActions } from './organisation-forms.tsx'

type InvitationsProps = {
  invitations: InvitationView[]
  role: MemberRole
  canSendMail: boolean
  actions: Pick<OrganisationActions, 'makeInvitation' | 'cancelInvitation'>
}

export function Invitations({ invitations, role, canSendMail, actions }: InvitationsProps) {
  const [as, setAs] = useState<MemberRole>('MEMBER')
  const [email, setEmail] = useState('')
  const [created, setCreated] = useState<NewInvitation>()
  const [failure, setFailure] = useState<PublicError>()
  const [pending, start] = useTransition()

  function createInvitation() {
    start(async () => {
      const result = await attemptAction(() => actions.makeInvitation(as, canSendMail ? email : ''))
      setFailure(result.ok ? undefined : result.error)
      setCreated(result.ok ? result.data : undefined)
      if (result.ok) setEmail('')
    })
  }

  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 gap-2">
        <div className="flex flex-wrap items-end gap-3">
          <RoleField role={as} choices={rolesGovernedBy(role)} onChange={setAs} />
          {canSendMail && (
            <InputField
              label="Email (optional)"
              className="min-w-0 flex-1 basis-52"
              type="email"
              value={email}
              onChange={setEmail}
            />
          )}
          <Button pending={pending} onClick={createInvitation}>
            {email ? <Mail aria-hidden /> : <Link2 aria-hidden />}
            {email ? 'Send invitation' : 'Create link'}
          </Button>
        </div>
        <p className="text-muted-foreground text-sm">{ROLE_MEANINGS[as]}</p>
      </div>
      {failure && <RefusalAlert error={failure} />}
      {created && <NewInvitationLink created={created} />}
      {invitations.length > 0 && (
        <ul className="divide-y divide-border border-border border-t" aria-label="Open invitations">
          {invitations.map((invitation) => (
            <OpenInvitation key={invitation.id} invitation={invitation} cancel={actions.cancelInvitation} />
          ))}
        </ul>
      )}
    </div>
  )
}

type RoleFieldProps = {
  role: MemberRole
  choices: readonly MemberRole[]
  onChange: (role: MemberRole) => void
}

function RoleField({ role, choices, onChange }: RoleFieldProps) {
  return (
    <SelectField
      label="Invite as"
      className="w-40"
      value={role}
      onChange={(chosen) => onChange(chosen as MemberRole)}
      options={choices.map((choice) => [choice, ROLE_LABELS[choice]] as const)}
    />
  )
}

function NewInvitationLink({ created }: { created: NewInvitation }) {
  if (created.sentTo)
    return (
      <Alert variant="success">
        Sent to {created.sentTo}. The link works once, until <Time at={created.expiresAtMs} style="instant" />
        .
      </Alert>
    )
  return (
    <SecretShownOnce
      // A new key mounts the link anew, so that it is announced and focused again.
      key={created.path}
      title="Send this link to one person"
      label="Invitation link"
      text={`${window.location.origin}${created.path}`}
    >
      The link works once, until <Time at={created.expiresAtMs} style="instant" />. You will not see it again.
    </SecretShownOnce>
  )
}

type OpenInvitationProps = { invitation: InvitationView; cancel: OrganisationActions['cancelInvitation'] }

function OpenInvitation({ invitation, cancel }: OpenInvitationProps) {
  const { id, role, email, by, createdAtMs, expiresAtMs } = invitation
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 text-sm">
      <span className="min-w-0">
        {email ? `${email}, as ${ROLE_PHRASES[role]}` : `Link for ${ROLE_PHRASES[role]}`}
        <span className="text-muted-foreground">
          , created {by && `by ${by} `}
          <Time at={createdAtMs} />, expires <Time at={expiresAtMs} style="day" />
        </span>
      </span>
      <ConfirmButton
        title="Revoke this link?"
        description="The link can no longer be used to join."
        confirmLabel="Revoke"
        onConfirm={() => cancel(id)}
        label="Revoke this link"
      />
    </li>
  )
}
