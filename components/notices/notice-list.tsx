'use client'

import { Check, CheckCheck, ChevronRight } from 'lucide-react'
import type { NoticeView } from '#lib/notices/send-notice.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Link } from '../ui/link.tsx'
import { CardList } from '../ui/link-rows.tsx'
import { LazyMarkdown } from '../ui/markdown/lazy-markdown.tsx'
import { Time } from '../ui/time.tsx'
import { useAction } from '../ui/use-action.ts'

type NoticeListProps = {
  notices: NoticeView[]
  markRead: (id: string) => Promise<ActionResult<void>>
}

export function NoticeList({ notices, markRead }: NoticeListProps) {
  return (
    <CardList className="overflow-hidden">
      {notices.map((notice) => (
        <li key={notice.id}>
          <Notice notice={notice} markRead={markRead} />
        </li>
      ))}
    </CardList>
  )
}

function Notice({ notice, markRead }: { notice: NoticeView; markRead: NoticeListProps['markRead'] }) {
  const [pending, start] = useAction()

  function markAsRead() {
    if (notice.isRead) return
    start(() => markRead(notice.id))
  }

  return (
    <article className="relative flex items-start gap-3 px-4 py-4 hover:bg-muted sm:px-5">
      <span
        aria-hidden
        className={cn('mt-2 size-2 shrink-0 rounded-full', notice.isRead ? 'bg-transparent' : 'bg-primary')}
      />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <h2 className={cn('text-sm [overflow-wrap:anywhere]', !notice.isRead && 'font-semibold')}>
          {notice.href ? (
            // The link covers the whole notification; the button lies above it.
            <Link href={notice.href} onClick={markAsRead} className="after:absolute after:inset-0">
              {notice.title}
            </Link>
          ) : (
            notice.title
          )}
          {!notice.isRead && <span className="sr-only"> (unread)</span>}
        </h2>
        {notice.body && (
          <div className="text-pretty text-muted-foreground [&_a]:relative [&_a]:z-10">
            <LazyMarkdown text={notice.body} />
          </div>
        )}
        <p className="text-muted-foreground text-xs">
          <Time at={notice.atMs} />
        </p>
      </div>
      {!notice.isRead && (
        <Button
          variant="ghost"
          size="icon-sm"
          className="relative z-10"
          pending={pending}
          onClick={markAsRead}
          aria-label={`Mark as read: ${notice.title}`}
        >
          <Check aria-hidden />
        </Button>
      )}
      {notice.isRead && notice.href && (
        <ChevronRight className="mt-1.5 mr-2 size-4 shrink-0 text-muted-foreground" aria-hidden />
      )}
    </article>
  )
}

export function MarkAllRead({ markAllRead }: { markAllRead: () => Promise<ActionResult<void>> }) {
  const [pending, start] = useAction()

  function markAll() {
    start(markAllRead)
  }

  return (
    <Button variant="outline" pending={pending} onClick={markAll}>
      <CheckCheck aria-hidden />
      Mark all as read
    </Button>
  )
}
