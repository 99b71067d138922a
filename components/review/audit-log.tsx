/** The audit log: one sentence a line, newest first. */

import type { AuditLine } from '#lib/audit/audit.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { Link } from '../ui/link.tsx'
import { Time } from '../ui/time.tsx'
import { actionVerb, reasonOf } from './audit-words.ts'

export function AuditLog({ lines }: { lines: AuditLine[] }) {
  return (
    <ol className="divide-y divide-border rounded-lg border border-border bg-card shadow-xs">
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
    </ol>
  )
}

/** Links to the submission, where the line belongs to one. */
function Subject({ subject, submissionId }: { subject: string; submissionId: unknown }) {
  if (typeof submissionId !== 'string') return <span className="font-medium">{subject}</span>
  return (
    <Link
      href={paths.submission(submissionId)}
      className="font-medium text-primary underline underline-offset-4"
    >
      {subject}
    </Link>
  )
}
