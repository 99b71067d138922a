'use client'

import { Building2, UserRound } from 'lucide-react'
import { type MemberRole, ROLE_LABELS } from '#lib/auth/model/member-roles.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { useAction } from '../ui/use-action.ts'

type OrganisationListProps = {
  organisations: { id: string; name: string; role: MemberRole; isPersonal: boolean }[]
  activeId: string
  switchTo: (id: string) => Promise<ActionResult<void>>
}

export function OrganisationList({ organisations, activeId, switchTo }: OrganisationListProps) {
  const [pending, start] = useAction()

  function choose(id: string) {
    start(() => switchTo(id))
  }

  return (
    <ul className="divide-y divide-border">
      {organisations.map(({ id, name, role, isPersonal }) => (
        <li key={id} className="flex min-h-13 items-center gap-3 py-2 first:pt-0 last:pb-0">
          {isPersonal ? (
            <UserRound className="size-4 shrink-0 text-muted-foreground" aria-hidden />
          ) : (
            <Building2 className="size-4 shrink-0 text-muted-foreground" aria-hidden />
          )}
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium text-sm">{isPersonal ? 'Personal' : name}</span>
            <span className="block text-muted-foreground text-sm">
              {isPersonal ? 'Only you' : ROLE_LABELS[role]}
            </span>
          </span>
          {id === activeId ? (
            <Badge variant="accent">Current</Badge>
          ) : (
            <Button
              variant="outline"
              size="sm"
              pending={pending}
              onClick={() => choose(id)}
              aria-label={`Switch to ${isPersonal ? 'your personal organisation' : name}`}
            >
              Switch
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
