import { Link2 } from 'lucide-react'
import type { Metadata } from 'next'
import { RunKinds } from '#components/runs/run-kinds.tsx'
import { SharedLinkList } from '#components/runs/shared-link-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { listMyLinks } from '#lib/runs/views/share-run.ts'
import { revokeShare } from '../actions.ts'

export const metadata: Metadata = { title: 'Shared links' }

export default async function SharedLinksPage() {
  const links = await orNotFound(listMyLinks(await contextFromCookie()))
  return (
    <Page
      title="Runs"
      description="Your open links to runs. Anyone who has a link can read the input and the output of its run."
    >
      <RunKinds current="links" />
      {links.length > 0 ? (
        <SharedLinkList links={links} revoke={revokeShare} />
      ) : (
        <EmptyState icon={Link2} title="No open links">
          Open a run and press Share to give others a link to its input and output.
        </EmptyState>
      )}
    </Page>
  )
}
