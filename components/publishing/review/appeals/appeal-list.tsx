import { paths } from '#lib/kernel/site/paths.ts'
import { APPEAL_KINDS, APPEAL_OUTCOMES } from '#lib/publishing/model/appeal-kinds.ts'
import type { AppealLine } from '#lib/publishing/review/appeals/read-appeals.ts'
import { Badge } from '../../../ui/badge.tsx'
import { LinkRow, LinkRows } from '../../../ui/link-rows.tsx'
import { Time } from '../../../ui/time.tsx'

export function AppealList({ lines }: { lines: AppealLine[] }) {
  return (
    <LinkRows ordered>
      {lines.map(({ id, kind, subject, text, by, openedAtMs, outcome, closedAtMs }) => (
        <LinkRow
          key={id}
          href={paths.appeal(id)}
          title={subject}
          marks={
            <>
              <Badge variant="outline">{APPEAL_KINDS[kind].label}</Badge>
              {outcome && (
                <Badge variant={outcome === 'overturned' ? 'success' : 'neutral'}>
                  {APPEAL_OUTCOMES[outcome]}
                </Badge>
              )}
            </>
          }
          aside={<Time at={closedAtMs ?? openedAtMs} />}
        >
          <p className="line-clamp-2 text-sm">
            <span className="text-muted-foreground">{by}: </span>
            {text}
          </p>
        </LinkRow>
      ))}
    </LinkRows>
  )
}
