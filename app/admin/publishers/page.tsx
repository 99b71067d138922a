import { Store } from 'lucide-react'
import type { Metadata } from 'next'
import { SearchForm } from '#components/admin/search-form.tsx'
import { VerifiedMark } from '#components/catalog/skill-facts.tsx'
import { PublisherRecordFacts } from '#components/publishing/review/publisher-record.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { LinkRow, LinkRows, MoreLink } from '#components/ui/link-rows.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { listPublishers } from '#lib/publishing/review/read/list-publishers.ts'

export const metadata: Metadata = { title: 'Publishers' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function PublishersPage({ searchParams }: Props) {
  const params = toSearchParams(await searchParams)
  const text = params.get('q') ?? ''
  const request = { text, page: Number(params.get('page') ?? 0) }
  const { publishers, nextPage } = await orNotFound(listPublishers(await contextFromCookie(), request))

  return (
    <Page
      title="Publishers"
      description="Who publishes on this site, and the decisions on their submissions."
    >
      <SearchForm key={text} action={paths.publishers} label="Handle, name or organisation" q={text} />
      {publishers.length > 0 ? (
        <LinkRows>
          {publishers.map((record) => (
            <LinkRow
              key={record.handle}
              href={paths.publisherForAdmin(record.handle)}
              title={record.displayName}
              marks={record.verified && <VerifiedMark className="size-4" />}
            >
              <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
                <span className="font-mono">{record.handle}</span> · {record.organisationName} ·{' '}
                {plural(record.skillSets, 'SkillSet')}
              </p>
              <PublisherRecordFacts record={record} className="text-muted-foreground text-sm" />
            </LinkRow>
          ))}
        </LinkRows>
      ) : (
        <EmptyState icon={Store} title="No publishers match">
          Try part of the handle or name.
        </EmptyState>
      )}
      {nextPage !== null && (
        <MoreLink href={`${paths.publishers}?${new URLSearchParams({ q: text, page: String(nextPage) })}`}>
          More
        </MoreLink>
      )}
    </Page>
  )
}
