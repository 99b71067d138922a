import { ScrollText } from 'lucide-react'
import type { Metadata } from 'next'
import { AuditFilterForm } from '#components/publishing/review/audit/audit-filter-form.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { CardList, MoreLink } from '#components/ui/link-rows.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { type AuditLine, listAudit } from '#lib/audit/audit-log.ts'
import { auditSearch, parseAuditQuery, parseInstants } from '#lib/audit/audit-query.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { actionVerb, reasonOf } from '../../../components/publishing/review/audit/audit-labels.ts'
import { Time } from '../../../components/ui/time.tsx'

export const metadata: Metadata = { title: 'Audit log' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function AuditPage({ searchParams }: Props) {
  const params = toSearchParams(await searchParams)
  const query = parseAuditQuery(params)
  const filters = {
    action: query.action,
    actor: query.actor,
    subject: query.subject,
    ...parseInstants(query),
  }
  const ctx = await contextFromCookie('review')
  const page = await orNotFound(listAudit(ctx, filters, params.get('after') ?? undefined))

  return (
    <Page title="Audit log" description="Who did what, newest first. Entries are never changed or removed.">
      {/* The key remounts the form when the URL changes, so that its fields show the new filters. */}
      <AuditFilterForm key={auditSearch(query)} query={query} actions={page.actions} />
      {page.lines.length > 0 ? (
        <AuditLog lines={page.lines} />
      ) : (
        <EmptyState icon={ScrollText} title="No matching entries">
          Try part of a name, or a longer period.
        </EmptyState>
      )}
      {page.nextCursor && (
        <MoreLink href={`${paths.audit}${auditSearch(query, page.nextCursor)}`}>Older</MoreLink>
      )}
    </Page>
  )
}

function AuditLog({ lines }: { lines: AuditLine[] }) {
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
