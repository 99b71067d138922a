import { ScrollText } from 'lucide-react'
import type { Metadata } from 'next'
import { AuditEvents } from '#components/publishing/review/audit/audit-events.tsx'
import { AuditFilterForm } from '#components/publishing/review/audit/audit-filter-form.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { MoreLink } from '#components/ui/link-rows.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { listAudit } from '#lib/audit/audit-log.ts'
import { auditSearch, parseAuditQuery, parseInstants } from '#lib/audit/audit-query.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'

export const metadata: Metadata = { title: 'Audit log' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function AuditPage({ searchParams }: Props) {
  const params = toSearchParams(await searchParams)
  const query = parseAuditQuery(params)
  const filters = {
    action: query.action,
    actor: query.actor,
    actorId: query.actorId,
    subject: query.subject,
    ...parseInstants(query),
  }
  const ctx = await contextFromCookie('review')
  const page = await orNotFound(listAudit(ctx, filters, params.get('after') ?? undefined))

  return (
    <Page
      title="Audit log"
      description="Who did what, newest first. Entries stay; only the names of people who deleted their account are replaced."
    >
      {/* The key remounts the form when the URL changes, so that its fields show the new filters. */}
      <AuditFilterForm key={auditSearch(query)} query={query} actions={page.actions} />
      {query.actorId && (
        <p className="text-muted-foreground text-sm">
          Only events by <TextLink href={paths.person(query.actorId)}>one person</TextLink>.
        </p>
      )}
      <ExportLinks search={auditSearch(query)} />
      {page.lines.length > 0 ? (
        <AuditEvents lines={page.lines} />
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

function ExportLinks({ search }: { search: string }) {
  return (
    <p className="flex flex-wrap gap-x-4 text-muted-foreground text-sm">
      Download what matches:
      {(['csv', 'jsonl'] as const).map((format) => (
        // A plain link, because the router would prefetch the file.
        <a
          key={format}
          href={paths.auditExport(format, search)}
          download
          className="text-foreground underline underline-offset-4"
        >
          {format === 'csv' ? 'CSV' : 'JSON Lines'}
        </a>
      ))}
    </p>
  )
}
