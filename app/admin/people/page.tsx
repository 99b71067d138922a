import { Users } from 'lucide-react'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { PersonList } from '#components/admin/person-list.tsx'
import { SearchForm } from '#components/admin/search-form.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { MoreLink } from '#components/ui/link-rows.tsx'
import { listPeople } from '#lib/accounts/manage-users.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'
import { PERSON_ACTIONS } from './person-actions.ts'

export const metadata: Metadata = { title: 'People' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function PeoplePage({ searchParams }: Props) {
  const params = toSearchParams(await searchParams)
  const text = params.get('q') ?? ''
  const request = { text, page: Number(params.get('page') ?? 0) }
  const { people, nextPage } = await orNotFound(listPeople(await contextFromCookie(), request))

  return (
    <Page
      title="People"
      description="Everyone with an account on this site. Your changes are recorded in the audit log."
    >
      {/* The key remounts the form when the URL changes, so that its fields show the new filters. */}
      <SearchForm key={text} action={paths.people} label="Name or email" q={text} />
      {people.length > 0 ? (
        <PersonList people={people} origin={publicOrigin(await headers())} actions={PERSON_ACTIONS} />
      ) : (
        <EmptyState icon={Users} title="No people match">
          Try part of the name or email address.
        </EmptyState>
      )}
      {nextPage !== null && (
        <MoreLink href={`${paths.people}?${new URLSearchParams({ q: text, page: String(nextPage) })}`}>
          More
        </MoreLink>
      )}
    </Page>
  )
}
