'use client'

import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { QuarantineView } from '#lib/publishing/recalls/quarantine.ts'
import { Badge } from '../../ui/badge.tsx'
import { ReasonButton } from '../../ui/dialogs/reason-button.tsx'
import { Link } from '../../ui/link.tsx'
import { CardList } from '../../ui/link-rows.tsx'
import { Time } from '../../ui/time.tsx'

type QuarantineListProps = {
  quarantines: QuarantineView[]
  lift: (id: string, reason: string) => Promise<ActionResult<void>>
}

export function QuarantineList({ quarantines, lift }: QuarantineListProps) {
  return (
    <CardList>
      {quarantines.map((each) => (
        <li key={each.id} className="grid gap-2 px-4 py-4 text-sm sm:px-5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link
              href={each.href}
              className="font-semibold underline-offset-4 [overflow-wrap:anywhere] hover:underline"
            >
              {each.subject}
            </Link>
            {each.endedAtMs === null && <Badge variant="destructive">In quarantine</Badge>}
          </div>
          <p className="whitespace-pre-line text-pretty [overflow-wrap:anywhere]">{each.reason}</p>
          <p className="text-muted-foreground text-xs">
            {each.by} · <Time at={each.atMs} />
            {each.endedAtMs === null ? (
              <>
                {' '}
                · ends by itself <Time at={each.endsAtMs} />
              </>
            ) : (
              <>
                {' '}
                · {each.endedBy === null ? 'ended' : `lifted by ${each.endedBy}`} <Time at={each.endedAtMs} />
                {each.endReason && `: ${each.endReason}`}
              </>
            )}
          </p>
          {each.endedAtMs === null && (
            <ReasonButton
              label="Lift…"
              title={`Lift the quarantine of ${each.subject}`}
              description="It runs again at once. Plans and automations that waited go on within five minutes."
              field={{
                label: 'Note',
                help: 'Sent to those who were notified, and public.',
                isRequired: true,
              }}
              confirmLabel="Lift"
              onConfirm={(reason) => lift(each.id, reason)}
              success={`${each.subject} runs again.`}
            />
          )}
        </li>
      ))}
    </CardList>
  )
}
