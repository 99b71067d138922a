'use client'

import { type FormEvent, useState, useTransition } from 'react'
import {
  governs,
  type MemberRole,
  ROLE_LABELS,
  ROLE_PHRASES,
  rolesGovernedBy,
} from '#lib/auth/model/member-roles.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { MemberView } from '#lib/organisations/get-organisation-page.ts'
import { formatInitials } from '../shell/initials.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/dialogs/confirm-dialog.tsx'
import { Select } from '../ui/forms/input.tsx'
import { Time } from '../ui/time.tsx'
import { toast } from '../ui/toast.ts'
import { attemptAction } from '../ui/use-action.ts'
import type { OrganisationActions } from './organisation-forms.tsx'

type MemberListProps = {
  members: MemberView[]
  role: MemberRole
  isPersonal: boolean
  actions: Pick<OrganisationActions, 'changeRole' | 'removeMember'>
}

export function MemberList({ members, role, isPersonal, actions }: MemberListProps) {
  return (
    <ul className="divide-y divide-border">
      {members.map((member) => (
        <li
          key={member.userId}
          className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0"
        >
          <span
            aria-hidden
            className="grid size-9 shrink-0 place-items-center rounded-full bg-accent font-semibold text-accent-foreground text-xs"
          >
            {formatInitials(member.name)}
          </span>
          <div className="min-w-0 flex-1 basis-40">
            <p className="truncate font-medium text-sm">
              {member.name}
              {member.isViewer && <span className="ml-1.5 font-normal text-muted-foreground">(you)</span>}
            </p>
            <p className="truncate text-muted-foreground text-sm">
              {member.email} · since <Time at={member.sinceMs} style="day" />
            </p>
          </div>
          {!isPersonal && governs(role, member.role) ? (
            <div className="flex items-center gap-2">
              <RoleSelect member={member} role={role} changeRole={actions.changeRole} />
              {!member.isViewer && <RemoveButton member={member} removeMember={actions.removeMember} />}
            </div>
          ) : (
            <Badge>{ROLE_LABELS[member.role]}</Badge>
          )}
        </li>
      ))}
    </ul>
  )
}

function showRefusal({ message, suggested_action: description, href }: PublicError) {
  const action = href
    ? { label: 'Open', onClick: () => window.open(href, '_blank', 'noreferrer') }
    : undefined
  toast.error(message, { description, action })
}

type RoleSelectProps = { member: MemberView; role: MemberRole; changeRole: OrganisationActions['changeRole'] }

/** Saved by a button, because arrow keys would grant every role on the way to the chosen one. */
function RoleSelect({ member, role, changeRole }: RoleSelectProps) {
  const [chosen, setChosen] = useState<MemberRole>()
  const [pending, start] = useTransition()
  const selectedRole = chosen ?? member.role

  function save(event: FormEvent) {
    event.preventDefault()
    start(async () => {
      const result = await attemptAction(() => changeRole(member.userId, selectedRole))
      if (result.ok) toast.success(`${member.name} is now ${ROLE_PHRASES[selectedRole]}`)
      else showRefusal(result.error)
      setChosen(undefined)
    })
  }

  return (
    <form onSubmit={save} className="flex flex-wrap items-center gap-2">
      <Select
        aria-label={`Role of ${member.name}`}
        className="w-30"
        value={selectedRole}
        onChange={(event) => setChosen(event.target.value as MemberRole)}
      >
        {rolesGovernedBy(role).map((option) => (
          <option key={option} value={option}>
            {ROLE_LABELS[option]}
          </option>
        ))}
      </Select>
      {selectedRole !== member.role && (
        <Button type="submit" size="sm" pending={pending}>
          Save role
        </Button>
      )}
    </form>
  )
}

type RemoveButtonProps = { member: MemberView; removeMember: OrganisationActions['removeMember'] }

function RemoveButton({ member, removeMember }: RemoveButtonProps) {
  return (
    <ConfirmButton
      title={`Remove ${member.name}?`}
      description="They lose access immediately. Their API keys and invitations for this organisation are revoked. What they published and ran stays."
      confirmLabel="Remove"
      onConfirm={() => removeMember(member.userId)}
      label={`Remove ${member.name}`}
    />
  )
}
