'use client'

import { RESTRICTIONS } from '#lib/contracts/versions/restriction.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { RestrictionView } from '#lib/publishing/review/decide/restrict.ts'
import { Badge } from '../ui/badge.tsx'
import { ReasonButton } from '../ui/dialogs/reason-button.tsx'
import { Link } from '../ui/link.tsx'
import { CardList } from '../ui/link-rows.tsx'
import { Time } from '../ui/time.tsx'

type RestrictionListProps = {
  restrictions: RestrictionView[]
  lift: (id: string, reason: string) => Promise<ActionResult<void>>
}

export function RestrictionList({ restrictions, lift }: RestrictionListProps) {
  return (
    <CardList>
      {restrictions.map((restriction) => (
        <li key={restriction.id} className="grid gap-2 px-4 py-4 text-sm sm:px-5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Subject restriction={restriction} />
            <Badge variant={restriction.kind === 'suspended' ? 'destructive' : 'warning'}>
              {RESTRICTIONS[restriction.kind].label}
            </Badge>
          </div>
          <p className="whitespace-pre-line text-pretty [overflow-wrap:anywhere]">{restriction.reason}</p>
          <p className="text-muted-foreground text-xs">
            {restriction.by} · <Time at={restriction.atMs} />
            {restriction.endedAtMs !== null && (
              <>
                {' '}
                · lifted <Time at={restriction.endedAtMs} />
                {restriction.endReason && `: ${restriction.endReason}`}
              </>
            )}
          </p>
          {restriction.endedAtMs === null && !restriction.isPerson && (
            <ReasonButton
              label="Lift…"
              title={`Lift: ${restriction.subject}`}
              description={`${restriction.subject} is no longer ${RESTRICTIONS[restriction.kind].verb}. Automations that were paused stay paused until their owners resume them.`}
              field={{ label: 'Note', help: 'Sent to those who were notified.', isRequired: true }}
              confirmLabel="Lift"
              onConfirm={(reason) => lift(restriction.id, reason)}
              success={`${restriction.subject} is no longer ${RESTRICTIONS[restriction.kind].verb}.`}
            />
          )}
        </li>
      ))}
    </CardList>
  )
}

function Subject({ restriction: { subject, isPerson } }: { restriction: RestrictionView }) {
  const [publisher = '', skillSet] = subject.replace(/ .*$/, '').split('.')
  const query = new URLSearchParams({ q: subject })
  const page = skillSet ? paths.skillSet(publisher, skillSet) : paths.publisher(publisher)
  return (
    <Link
      href={isPerson ? `${paths.people}?${query}` : page}
      className="font-semibold underline-offset-4 [overflow-wrap:anywhere] hover:underline"
    >
      {subject}
    </Link>
  )
}
