import { Users } from 'lucide-react'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { PersonList } from '#components/people/person-list.tsx'
import { PersonSearch } from '#components/people/person-search.tsx'
import { Page } from '#components/shell/page.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listPeople } from '#lib/accounts/people.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { searchParamsOf } from '#lib/protocol/search-params.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { publicOrigin } from '#lib/session/public-origin.ts'
import { endSessions, resetLink, setAdmin, setLocked } from './actions.ts'

export const metadata: Metadata = { title: 'Users' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function UsersPage({ searchParams }: Props) {
  const params = searchParamsOf(await searchParams)
  const text = params.get('q') ?? ''
  const asked = { text, page: Number(params.get('page') ?? 0) }
  const { people, nextPage } = await orNotFound(listPeople(await contextFromCookie(), asked))

  return (
    <Page className="grid grid-cols-1 gap-6">
      <PageHeader
        title="Users"
        description="Everyone who has an account here. What you change is in the audit log."
      />
      {/* A new address is a new form: the field shows what is asked for. */}
      <PersonSearch key={text} q={text} />
      {people.length > 0 ? (
        <PersonList
          people={people}
          origin={publicOrigin(await headers())}
          actions={{ setAdmin, setLocked, endSessions, resetLink }}
        />
      ) : (
        <EmptyState icon={Users} title="Nobody is called so">
          Try a part of the name or of the email address.
        </EmptyState>
      )}
      {nextPage !== null && (
        <Button asChild variant="outline" className="justify-self-center">
          <Link href={`${paths.users}?${new URLSearchParams({ q: text, page: String(nextPage) })}`}>
            More
          </Link>
        </Button>
      )}
    </Page>
  )
}
