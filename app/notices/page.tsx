import { BellOff, Settings } from 'lucide-react'
import type { Metadata } from 'next'
import { MarkAllRead, NoticeList } from '#components/notices/notice-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { countUnread, listNotices } from '#lib/notices/send-notice.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { markAllNoticesRead, markNoticeRead } from './actions.ts'

export const metadata: Metadata = { title: 'Notifications' }

type Props = { searchParams: Promise<{ after?: string | string[] }> }

export default async function NoticesPage({ searchParams }: Props) {
  const { after } = await searchParams
  const ctx = await contextFromCookie()
  const { notices, nextCursor } = await orNotFound(
    listNotices(ctx, typeof after === 'string' && /^[0-9a-f-]{36}$/.test(after) ? after : undefined),
  )
  const unreadCount = await countUnread(ctx)

  return (
    <Page
      width="reading"
      title="Notifications"
      description="What happened to your submissions, plans, balance and the SkillSets you use."
      actions={
        <>
          {unreadCount > 0 && <MarkAllRead markAllRead={markAllNoticesRead} />}
          <LinkButton href={paths.notificationSettings} variant="outline">
            <Settings aria-hidden />
            Settings
          </LinkButton>
        </>
      }
    >
      {notices.length > 0 ? (
        <NoticeList notices={notices} markRead={markNoticeRead} />
      ) : (
        <EmptyState icon={BellOff} title={after ? 'No older notifications' : 'No notifications yet'}>
          You are notified when a submission of yours is reviewed or a SkillSet you installed changes.
        </EmptyState>
      )}
      {nextCursor && (
        <div>
          <LinkButton
            href={`${paths.notices}?${new URLSearchParams({ after: nextCursor })}`}
            variant="outline"
          >
            Older notifications
          </LinkButton>
        </div>
      )}
    </Page>
  )
}
