import { BellOff } from 'lucide-react'
import type { Metadata } from 'next'
import { MarkAllRead } from '#components/notices/mark-all-read.tsx'
import { NoticeList } from '#components/notices/notice-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { countUnread, listNotices } from '#lib/notices/notices.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { markAllRead, markRead } from './actions.ts'

export const metadata: Metadata = { title: 'Notices' }

type Props = { searchParams: Promise<{ after?: string | string[] }> }

export default async function NoticesPage({ searchParams }: Props) {
  const { after } = await searchParams
  const ctx = await contextFromCookie()
  const { notices, nextCursor } = await orNotFound(
    listNotices(ctx, typeof after === 'string' && /^[0-9a-f-]{36}$/.test(after) ? after : undefined),
  )
  const unreadCount = await countUnread(ctx)

  return (
    <Page width="reading" className="grid grid-cols-1 gap-6">
      <PageHeader
        title="Notices"
        description="Reviews of what you publish, and changes to what you have installed."
        actions={unreadCount > 0 && <MarkAllRead markAllRead={markAllRead} />}
      />
      {notices.length > 0 ? (
        <NoticeList notices={notices} markRead={markRead} />
      ) : (
        <EmptyState icon={BellOff} title={after ? 'No older notices' : 'No notices yet'}>
          You get a notice when a submission of yours is reviewed, or when something you installed changes.
        </EmptyState>
      )}
      {nextCursor && (
        <div>
          <Button asChild variant="outline">
            <Link href={`${paths.notices}?${new URLSearchParams({ after: nextCursor })}`}>Older notices</Link>
          </Button>
        </div>
      )}
    </Page>
  )
}
