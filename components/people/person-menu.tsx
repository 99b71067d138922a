'use client'

import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import type { Person } from '#lib/accounts/people.ts'
import { Confirm } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../ui/dropdown-menu.tsx'
import type { PersonActions } from './person-list.tsx'

type Act = {
  label: string
  title: string
  what: string
  verb: string
  destructive: boolean
  /** Returns a sentence when it did not work. */
  run: () => Promise<string | undefined>
}

type PersonMenuProps = { person: Person; actions: PersonActions; onLink: (path: string) => void }

export function PersonMenu({ person, actions, onLink }: PersonMenuProps) {
  const [asked, setAsked] = useState<Act>()
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon-sm" aria-label={`What to do about ${person.name}`}>
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {actsOn(person, actions, onLink).map((act) => (
            <DropdownMenuItem key={act.label} onSelect={() => setAsked(act)}>
              {act.label}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      {asked && (
        <Confirm
          open
          onOpenChange={(isOpen) => isOpen || setAsked(undefined)}
          title={asked.title}
          what={asked.what}
          verb={asked.verb}
          destructive={asked.destructive}
          onConfirm={asked.run}
        />
      )}
    </>
  )
}

function actsOn(
  { id, name, email, role, isLocked }: Person,
  actions: PersonActions,
  onLink: (path: string) => void,
): Act[] {
  const isAdmin = role === 'ADMIN'
  return [
    {
      label: 'Make a reset link…',
      title: `Make a reset link for ${name}?`,
      what: `Whoever has the link sets a new password for ${email}. Give it to nobody else.`,
      verb: 'Make the link',
      destructive: false,
      async run() {
        const result = await actions.resetLink(email)
        if (!result.ok) return result.error.message
        onLink(result.data.path)
      },
    },
    {
      label: 'Sign out everywhere…',
      title: `Sign ${name} out everywhere?`,
      what: 'Every session of theirs ends. Their API keys go on working.',
      verb: 'Sign out',
      destructive: true,
      run: () => done(actions.endSessions(id), `${name} is signed out everywhere.`),
    },
    isAdmin
      ? {
          label: 'Take the admin role…',
          title: `Take the admin role from ${name}?`,
          what: 'They review no more submissions and see nothing of this Guildhall’s affairs.',
          verb: 'Take it',
          destructive: true,
          run: () => done(actions.setAdmin(id, false), `${name} is no admin any more.`),
        }
      : {
          label: 'Make an admin…',
          title: `Make ${name} an admin?`,
          what: 'Admins review submissions, take SkillSets down, move money, and look after people.',
          verb: 'Make an admin',
          destructive: false,
          run: () => done(actions.setAdmin(id, true), `${name} is an admin.`),
        },
    isLocked
      ? {
          label: 'Unlock the account…',
          title: `Unlock the account of ${name}?`,
          what: 'They can sign in again, and their API keys work again.',
          verb: 'Unlock',
          destructive: false,
          run: () => done(actions.setLocked(id, false), `${name} can sign in again.`),
        }
      : {
          label: 'Lock the account…',
          title: `Lock the account of ${name}?`,
          what: 'They can no longer sign in, and neither their sessions nor their API keys open anything. What they made stays. It can be unlocked.',
          verb: 'Lock',
          destructive: true,
          run: () => done(actions.setLocked(id, true), `The account of ${name} is locked.`),
        },
  ]
}

async function done(
  result: ReturnType<PersonActions['endSessions']>,
  said: string,
): Promise<string | undefined> {
  const answer = await result
  if (!answer.ok) return answer.error.message
  toast.success(said)
}
