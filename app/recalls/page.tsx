import { ShieldCheck } from 'lucide-react'
import type { Metadata } from 'next'
import { RecallList } from '#components/publishing/recalls/recall-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { listRecallsOfOwn } from '#lib/publishing/recalls/recall-views.ts'

export const metadata: Metadata = { title: 'Recalls' }

export default async function OwnRecallsPage() {
  const recalls = await orNotFound(listRecallsOfOwn(await contextFromCookie()))
  return (
    <Page
      width="reading"
      title="Recalls"
      description={
        <>
          Recalled versions that your organisation ran, installed, planned or configured. Everything that was
          removed is in the <TextLink href={paths.removals}>log of removals</TextLink>.
        </>
      }
    >
      {recalls.length > 0 ? (
        <RecallList recalls={recalls} getHref={paths.recall} />
      ) : (
        <EmptyState icon={ShieldCheck} title="No recall concerns your organisation">
          If a version that you used turns out to be bad, you are notified, and find here what it did.
        </EmptyState>
      )}
    </Page>
  )
}
