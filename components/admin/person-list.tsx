'use client'

import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { Person } from '#lib/accounts/manage-users.ts'
import { RESTRICTION_EFFECTS } from '#lib/contracts/versions/restriction.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog, ReasonDialog } from '../ui/dialogs/confirm-dialog.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../ui/dialogs/dropdown-menu.tsx'
import { SecretShownOnce } from '../ui/dialogs/secret-dialogs.tsx'
import { Link } from '../ui/link.tsx'
import { CardList } from '../ui/link-rows.tsx'
import { Time } from '../ui/time.tsx'
import { toast } from '../ui/toast.ts'

type PersonActions = {
  setAdmin: (id: string, isAdmin: boolean) => Promise<ActionResult<void>>
  suspendPerson: (id: string, reason: string) => Promise<ActionResult<void>>
  unsuspendPerson: (id: string) => Promise<ActionResult<void>>
  endSessions: (id: string) => Promise<ActionResult<void>>
  removeSecondFactor: (id: string) => Promise<ActionResult<void>>
  resetLink: (email: string) => Promise<ActionResult<{ path: string }>>
}

type PersonListProps = { people: Person[]; origin: string; actions: PersonActions }

export function PersonList({ people, origin, actions }: PersonListProps) {
  return (
    <CardList>
      {people.map((person) => (
        <PersonLine key={person.id} person={person} origin={origin} actions={actions} />
      ))}
    </CardList>
  )
}

function PersonLine({ person, origin, actions }: { person: Person } & Omit<PersonListProps, 'people'>) {
  const [link, setLink] = useState<string>()
  const { name, email, role, isLocked, isConfusable, isViewer, sinceMs } = person
  return (
    <li className="grid gap-3 px-4 py-3.5 sm:px-5">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-sm">
            <Link
              href={paths.person(person.id)}
              className="underline-offset-4 [overflow-wrap:anywhere] hover:underline"
            >
              {name}
            </Link>
            {isViewer && <span className="font-normal text-muted-foreground">(you)</span>}
            {role === 'ADMIN' && <Badge variant="info">Admin</Badge>}
            {isLocked && <Badge variant="destructive">Suspended</Badge>}
            {isConfusable && role !== 'ADMIN' && <Badge variant="warning">Misleading name</Badge>}
          </p>
          <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
            {email} · since <Time at={sinceMs} style="day" />
          </p>
        </div>
        {!isViewer && (
          <PersonMenu person={person} actions={actions} onLink={(path) => setLink(origin + path)} />
        )}
      </div>
      {link && (
        <SecretShownOnce title={`Reset link for ${email}`} label="Link" text={link}>
          The link works once and expires after 24 hours. You will not see it again.
        </SecretShownOnce>
      )}
    </li>
  )
}

type PersonAction = {
  label: string
  title: string
  description: string
  confirmLabel: string
  destructive: boolean
  onConfirm: () => Promise<ActionResult<unknown>>
  onDone?: string
}

type PersonMenuProps = { person: Person; actions: PersonActions; onLink: (path: string) => void }

function PersonMenu({ person, actions, onLink }: PersonMenuProps) {
  const [confirmation, setConfirmation] = useState<PersonAction>()
  const [isSuspending, setSuspending] = useState(false)
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${person.name}`}>
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {personActions(person, actions, onLink).map((onConfirm) => (
            <DropdownMenuItem key={onConfirm.label} onSelect={() => setConfirmation(onConfirm)}>
              {onConfirm.label}
            </DropdownMenuItem>
          ))}
          {!person.isLocked && (
            <DropdownMenuItem onSelect={() => setSuspending(true)}>Suspend…</DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {confirmation && (
        <ConfirmDialog
          open
          onOpenChange={(isOpen) => isOpen || setConfirmation(undefined)}
          {...confirmation}
        />
      )}
      {isSuspending && (
        <ReasonDialog
          title={`Suspend ${person.name}?`}
          description={`${RESTRICTION_EFFECTS.person.suspended} You can lift it at any time.`}
          field={{
            label: 'Reason',
            help: 'Sent to them by email and shown when they sign in.',
            isRequired: true,
          }}
          confirmLabel="Suspend"
          destructive
          onConfirm={(reason) => actions.suspendPerson(person.id, reason)}
          onDone={() => {
            toast.success(`${person.name} is suspended.`)
            setSuspending(false)
          }}
          onClose={() => setSuspending(false)}
        />
      )}
    </>
  )
}

function personActions(
  person: Person,
  actions: PersonActions,
  onLink: (path: string) => void,
): PersonAction[] {
  const { id, name, email } = person
  return [
    {
      label: 'Create reset link…',
      title: `Create a reset link for ${name}?`,
      description: `Anyone with the link can set a new password for ${email}. Share it only with them.`,
      confirmLabel: 'Create link',
      destructive: false,
      async onConfirm() {
        const result = await actions.resetLink(email)
        if (result.ok) onLink(result.data.path)
        return result
      },
    },
    {
      label: 'Sign out everywhere…',
      title: `Sign ${name} out everywhere?`,
      description:
        'All their sessions end, linked sign-ins are unlinked, and their automations pause. Their API keys keep working: suspend the account to stop them too.',
      confirmLabel: 'Sign out',
      destructive: true,
      onConfirm: () => actions.endSessions(id),
      onDone: `${name} was signed out everywhere.`,
    },
    {
      label: 'Remove second factor…',
      title: `Remove the second factor of ${name}?`,
      description:
        'Their authenticator app, recovery codes and passkeys stop working, and they sign in without them. Make sure that the request really comes from them. They are notified.',
      confirmLabel: 'Remove',
      destructive: true,
      onConfirm: () => actions.removeSecondFactor(id),
      onDone: `${name} can sign in without a second factor.`,
    },
    roleAction(person, actions),
    ...(person.isLocked ? [unsuspendAction(person, actions)] : []),
  ]
}

function roleAction({ id, name, role }: Person, actions: PersonActions): PersonAction {
  return role === 'ADMIN'
    ? {
        label: 'Remove admin role…',
        title: `Remove the admin role from ${name}?`,
        description: 'They can no longer review submissions or open the admin pages.',
        confirmLabel: 'Remove role',
        destructive: true,
        onConfirm: () => actions.setAdmin(id, false),
        onDone: `The admin role was removed from ${name}.`,
      }
    : {
        label: 'Make admin…',
        title: `Make ${name} an admin?`,
        description: 'Admins review submissions, take down SkillSets, move money and manage users.',
        confirmLabel: 'Make admin',
        destructive: false,
        onConfirm: () => actions.setAdmin(id, true),
        onDone: `${name} is now an admin.`,
      }
}

function unsuspendAction({ id, name }: Person, actions: PersonActions): PersonAction {
  return {
    label: 'Lift suspension…',
    title: `Lift the suspension of ${name}?`,
    description:
      'They can sign in again, and their API keys, plans and automations work again. They get an email.',
    confirmLabel: 'Lift',
    destructive: false,
    onConfirm: () => actions.unsuspendPerson(id),
    onDone: `${name} can sign in again.`,
  }
}
