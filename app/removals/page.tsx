import { ScrollText } from 'lucide-react'
import type { Metadata } from 'next'
import { RemovalList } from '#components/publishing/recalls/removal-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { listRemovals } from '#lib/publishing/recalls/list-removals.ts'

export const metadata: Metadata = { title: 'Log of removals' }

type Props = { searchParams: Promise<{ after?: string | string[] }> }

export default async function RemovalsPage({ searchParams }: Props) {
  const { after } = await searchParams
  const ctx = await contextFromCookie()
  const { removals, nextCursor } = await orNotFound(
    listRemovals(ctx, typeof after === 'string' ? after : undefined),
  )
  return (
    <Page
      width="reading"
      title="Log of removals"
      description={
        <>
          Everything that was recalled, taken down, suspended or put into quarantine, and why. Entries are
          never changed or deleted. Recalls are also a <TextLink href={paths.recallFeed}>feed</TextLink> for
          programs.
        </>
      }
    >
      {removals.length > 0 ? (
        <RemovalList removals={removals} />
      ) : (
        <EmptyState icon={ScrollText} title={after ? 'No older entries' : 'Nothing was removed yet'}>
          What is removed from this site appears here, with the reason.
        </EmptyState>
      )}
      {nextCursor && (
        <div>
          <LinkButton
            href={`${paths.removals}?${new URLSearchParams({ after: nextCursor })}`}
            variant="outline"
          >
            Older entries
          </LinkButton>
        </div>
      )}
    </Page>
  )
}
