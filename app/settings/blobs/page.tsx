import { File } from 'lucide-react'
import type { Metadata } from 'next'
import { BlobList } from '#components/blobs/blob-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { MoreLink } from '#components/ui/link-rows.tsx'
import { blobUuid, getBlobQuota, listBlobs } from '#lib/blobs/list-blobs.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { deleteBlob } from './actions.ts'

export const metadata: Metadata = { title: 'Blobs' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function BlobsPage({ searchParams }: Props) {
  const ctx = await contextFromCookie()
  const after = toSearchParams(await searchParams).get('after')
  // An invalid cursor shows the first page.
  const cursor = blobUuid(after) && after
  const [room, page] = await orNotFound(Promise.all([getBlobQuota(ctx), listBlobs(ctx, cursor)]))
  const { usedBytes, quotaBytes, retentionDays, organisationName } = room

  return (
    <Page
      width="reading"
      title="Blobs"
      description={`Files that ${organisationName} uploaded for skills, and files that skills created. Each expires after ${retentionDays} days. Download the ones you need for longer.`}
    >
      <Facts
        facts={[
          {
            label: 'Used',
            value: formatBytes(usedBytes),
            note: `Of ${formatBytes(quotaBytes)} per organisation.`,
          },
        ]}
      />
      {page.blobs.length > 0 ? (
        <BlobList blobs={page.blobs} remove={deleteBlob} />
      ) : (
        <EmptyState icon={File} title={cursor ? 'No older blobs' : 'No blobs yet'}>
          Upload a file in a skill’s form, or send it to <code>{paths.blobs}</code> with an API key.
        </EmptyState>
      )}
      {page.nextCursor && (
        <MoreLink href={`${paths.blobList}?after=${page.nextCursor}`}>Older blobs</MoreLink>
      )}
    </Page>
  )
}
