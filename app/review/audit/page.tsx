import { ScrollText } from 'lucide-react'
import type { Metadata } from 'next'
import { AuditFilters } from '#components/review/audit-filters.tsx'
import { AuditLog } from '#components/review/audit-log.tsx'
import { Page } from '#components/shell/page.tsx'
import { BackLink } from '#components/ui/back-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listAudit } from '#lib/audit/audit.ts'
import { auditSearch, instantsOf, parseAuditQuery } from '#lib/contract/market/audit-query.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { searchParamsOf } from '#lib/protocol/search-params.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

export const metadata: Metadata = { title: 'Audit log' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function AuditPage({ searchParams }: Props) {
  const params = searchParamsOf(await searchParams)
  const query = parseAuditQuery(params)
  const filters = { action: query.action, actor: query.actor, subject: query.subject, ...instantsOf(query) }
  const ctx = await contextFromCookie('review')
  const page = await orNotFound(listAudit(ctx, filters, params.get('after') ?? undefined))

  return (
    <Page className="grid grid-cols-1 gap-6">
      <PageHeader
        eyebrow={<BackLink href={paths.review}>Review</BackLink>}
        title="Audit log"
        description="Who did what, newest first. Entries are never changed or removed."
      />
      {/* A new address is a new form: the fields show what is asked for. */}
      <AuditFilters key={auditSearch(query)} query={query} actions={page.actions} />
      {page.lines.length > 0 ? (
        <AuditLog lines={page.lines} />
      ) : (
        <EmptyState icon={ScrollText} title="No entries match">
          Try part of a name, or a longer period.
        </EmptyState>
      )}
      {page.nextCursor && (
        <Button asChild variant="outline" className="justify-self-center">
          <Link href={`${paths.audit}${auditSearch(query, page.nextCursor)}`}>Older</Link>
        </Button>
      )}
    </Page>
  )
}
