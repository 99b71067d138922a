import { File } from 'lucide-react'
import type { Metadata } from 'next'
import { BlobList } from '#components/blob/blob-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { MoneyFacts } from '#components/wallet/money-facts.tsx'
import { blobUuid } from '#lib/blobs/blob-view.ts'
import { getBlobRoom, listBlobs } from '#lib/blobs/list-blobs.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { sizeWords } from '#lib/contract/market/size-words.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { searchParamsOf } from '#lib/protocol/search-params.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { deleteBlob } from './actions.ts'

export const metadata: Metadata = { title: 'Blobs' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function BlobsPage({ searchParams }: Props) {
  const ctx = await contextFromCookie()
  const after = searchParamsOf(await searchParams).get('after')
  // An address that somebody bent shows the first page.
  const cursor = blobUuid(after) && after
  const [room, page] = await orNotFound(Promise.all([getBlobRoom(ctx), listBlobs(ctx, cursor)]))
  const { usedBytes, quotaBytes, keptDays, organisationName } = room

  return (
    <Page width="reading" className="grid grid-cols-1 gap-6">
      <PageHeader
        title="Blobs"
        description={`Files that ${organisationName} gave to skills, and files that skills created. Each expires after ${keptDays} days; download what you want to keep.`}
      />
      <MoneyFacts
        facts={[
          {
            label: 'Used',
            value: sizeWords(usedBytes),
            note: `Of ${sizeWords(quotaBytes)} per organisation.`,
          },
        ]}
      />
      {page.blobs.length > 0 ? (
        <BlobList blobs={page.blobs} remove={deleteBlob} />
      ) : (
        <EmptyState icon={File} title={cursor ? 'Nothing older' : 'No blobs yet'}>
          Upload a file in a skill’s form, or send it to <code>{paths.blobs}</code> with a key.
        </EmptyState>
      )}
      {page.nextCursor && (
        <Button asChild variant="outline" className="justify-self-center">
          <Link href={`${paths.blobList}?after=${page.nextCursor}`}>Older blobs</Link>
        </Button>
      )}
    </Page>
  )
}
