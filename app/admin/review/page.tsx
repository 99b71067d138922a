import { Inbox } from 'lucide-react'
import type { Metadata } from 'next'
import type { ReviewKey } from '#components/publishing/review/keys/review-key-map.ts'
import { ReviewKeys } from '#components/publishing/review/keys/review-keys.tsx'
import { QueueList } from '#components/publishing/review/queue-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { MoreLink } from '#components/ui/link-rows.tsx'
import { TabLinks } from '#components/ui/tab-links.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { getReviewQueue } from '#lib/publishing/review/read/get-review-queue.ts'

export const metadata: Metadata = { title: 'Review' }

const QUEUE_KEYS: ReviewKey[] = ['j', 'k']

type Props = { searchParams: Promise<{ tab?: string | string[]; after?: string | string[] }> }

export default async function ReviewPage({ searchParams }: Props) {
  const { tab: tabParam, after } = await searchParams
  const tab = tabParam === 'decided' ? 'decided' : 'waiting'
  const ctx = await contextFromCookie('review')
  const queue = await orNotFound(getReviewQueue(ctx, tab, typeof after === 'string' ? after : undefined))

  return (
    <Page
      title="Review"
      description="Public versions that wait for review, oldest first, and past decisions, newest first."
    >
      <TabLinks
        label="Submissions"
        tabs={[
          { label: 'Waiting', href: paths.review, isHere: tab === 'waiting', count: queue.waiting },
          { label: 'Decided', href: `${paths.review}?tab=decided`, isHere: tab === 'decided' },
        ]}
      />
      {queue.lines.length > 0 ? <QueueList lines={queue.lines} /> : <Empty tab={tab} />}
      {queue.lines.length > 0 && <ReviewKeys keys={QUEUE_KEYS} />}
      {queue.nextCursor && (
        <MoreLink href={`${paths.review}?tab=${tab}&after=${queue.nextCursor}`}>More</MoreLink>
      )}
    </Page>
  )
}

function Empty({ tab }: { tab: 'waiting' | 'decided' }) {
  return tab === 'waiting' ? (
    <EmptyState icon={Inbox} title="Nothing to review">
      When a publisher submits a public version, it appears here and you are notified.
    </EmptyState>
  ) : (
    <EmptyState icon={Inbox} title="No decisions yet">
      Decided submissions appear here with the reason.
    </EmptyState>
  )
}
