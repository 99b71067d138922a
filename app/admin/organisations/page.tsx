import { Building2 } from 'lucide-react'
import type { Metadata } from 'next'
import { SearchForm } from '#components/admin/search-form.tsx'
import { Page } from '#components/shell/page.tsx'
import { Usdc } from '#components/ui/amount.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { LinkRow, LinkRows } from '#components/ui/link-rows.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { findOrganisations } from '#lib/money/ledger-overview.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'

export const metadata: Metadata = { title: 'Organisations' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function OrganisationsPage({ searchParams }: Props) {
  const q = toSearchParams(await searchParams).get('q') ?? ''
  const found = await orNotFound(findOrganisations(await contextFromCookie(), q))
  return (
    <Page
      title="Organisations"
      description="Open one to see its storage and members, and to change its limits. Every user has a personal one."
    >
      <SearchForm key={q} action={paths.organisations} label="Name, or a member’s email" q={q} />
      {found.length > 0 ? (
        <LinkRows>
          {found.map(({ id, name, people, balance }) => (
            <LinkRow
              key={id}
              href={paths.organisationForAdmin(id)}
              title={name}
              aside={
                <span className="tabular-nums">
                  <Usdc value={balance} />
                </span>
              }
            >
              <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">{people}</p>
            </LinkRow>
          ))}
        </LinkRows>
      ) : (
        <EmptyState icon={Building2} title="No organisations match">
          Try part of the name, or a member’s email address.
        </EmptyState>
      )}
      {found.length === 20 && (
        <p className="text-center text-muted-foreground text-sm">
          The first 20 are shown. Search for others.
        </p>
      )}
    </Page>
  )
}
