import type { AuditLine } from '#lib/audit/audit-log.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { CardList } from '../../../ui/link-rows.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { Time } from '../../../ui/time.tsx'
import { actionVerb, reasonOf } from './audit-labels.ts'

export function AuditEvents({ lines }: { lines: AuditLine[] }) {
  return (
    <CardList ordered aria-label="Events">
      {lines.map(({ id, atMs, actorName, action, subject, data }) => (
        <li key={id} className="grid gap-x-4 gap-y-0.5 px-4 py-3 text-sm sm:grid-cols-[11rem_minmax(0,1fr)]">
          <Time at={atMs} style="instant" className="text-muted-foreground tabular-nums" />
          <div className="grid min-w-0 gap-0.5">
            <p className="[overflow-wrap:anywhere]">
              <span className="font-medium">{actorName}</span> {actionVerb(action)}{' '}
              <Subject subject={subject} submissionId={data.submissionId} />
            </p>
            {reasonOf(data) && (
              <p className="text-muted-foreground [overflow-wrap:anywhere]">{reasonOf(data)}</p>
            )}
          </div>
        </li>
      ))}
    </CardList>
  )
}

function Subject({ subject, submissionId }: { subject: string; submissionId: unknown }) {
  if (typeof submissionId !== 'string') return <span className="font-medium">{subject}</span>
  return (
    <TextLink href={paths.submission(submissionId)} className="font-medium text-primary">
      {subject}
    </TextLink>
  )
}
