import type { Metadata } from 'next'
import { BatchDetails } from '#components/runs/batches/batch-view.tsx'
import { Page } from '#components/shell/page.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Time } from '#components/ui/time.tsx'
import { paths, skillNamePath } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { getBatchPage } from '#lib/runs/batches/get-batch.ts'
import { cancelBatch } from '../../actions.ts'

export const metadata: Metadata = { title: 'Batch' }

type Props = { params: Promise<{ id: string }> }

export default async function BatchPage({ params }: Props) {
  const { id } = await params
  const { batch, rows, canManage } = await orNotFound(getBatchPage(await contextFromCookie(), id))
  return (
    <Page
      eyebrow={<BackLink href={paths.batches}>Batches</BackLink>}
      title={batch.skillTitle}
      description={
        <>
          <TextLink href={skillNamePath(batch.skillName)}>{batch.skillName}</TextLink> {batch.versionNumber} ·{' '}
          <Time at={batch.createdAtMs} /> by {batch.userName}
        </>
      }
    >
      <BatchDetails batch={batch} rows={rows} canManage={canManage} cancel={cancelBatch} />
    </Page>
  )
}
