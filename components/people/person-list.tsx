'use client'

/** Who has an account, and what an admin can do about it; each act is confirmed with what it means. */
import { useState } from 'react'
import type { Person } from '#lib/accounts/people.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { Badge } from '../ui/badge.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'
import { Time } from '../ui/time.tsx'
import { PersonMenu } from './person-menu.tsx'

export type PersonActions = {
  setAdmin: (id: string, isAdmin: boolean) => Promise<ActionResult<void>>
  setLocked: (id: string, isLocked: boolean) => Promise<ActionResult<void>>
  endSessions: (id: string) => Promise<ActionResult<void>>
  resetLink: (email: string) => Promise<ActionResult<{ path: string }>>
}

type PersonListProps = { people: Person[]; origin: string; actions: PersonActions }

export function PersonList({ people, origin, actions }: PersonListProps) {
  return (
    <ul className="divide-y divide-border rounded-lg border border-border bg-card shadow-xs">
      {people.map((person) => (
        <PersonLine key={person.id} person={person} origin={origin} actions={actions} />
      ))}
    </ul>
  )
}

function PersonLine({ person, origin, actions }: { person: Person } & Omit<PersonListProps, 'people'>) {
  const [link, setLink] = useState<string>()
  const { name, email, role, isLocked, isViewer, sinceMs } = person
  return (
    <li className="grid gap-3 px-4 py-3.5 sm:px-5">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-sm">
            <span className="[overflow-wrap:anywhere]">{name}</span>
            {isViewer && <span className="font-normal text-muted-foreground">(you)</span>}
            {role === 'ADMIN' && <Badge variant="info">Admin</Badge>}
            {isLocked && <Badge variant="destructive">Locked</Badge>}
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
        <ShownOnce title={`Reset link for ${email}`} label="Link" text={link}>
          It works once, within a day, and is not shown again.
        </ShownOnce>
      )}
    </li>
  )
}
