import type { SiteOverview } from '#lib/admin/overview.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { LinkRow, LinkRows } from '../ui/link-rows.tsx'

type Task = { title: string; href: string; note: string }

/** Requests that admins learn of by a notification. */
const REQUESTS: Record<string, { one: string; many: string; href: string }> = {
  'reset.requested': {
    one: 'request for a new password',
    many: 'requests for a new password',
    href: paths.notices,
  },
  'verification.requested': {
    one: 'request for verification',
    many: 'requests for verification',
    href: paths.notices,
  },
}

export function WaitingList({ waiting }: { waiting: SiteOverview['waiting'] }) {
  const tasks = listTasks(waiting)
  return (
    <section aria-labelledby="waiting" className="grid grid-cols-1 gap-3">
      <h2 id="waiting" className="font-semibold text-lg tracking-tight">
        What waits
      </h2>
      {tasks.length === 0 ? (
        <p className="text-muted-foreground text-sm">Nothing waits for an admin.</p>
      ) : (
        <LinkRows>
          {tasks.map(({ title, href, note }) => (
            <LinkRow key={title} href={href} title={title}>
              <p className="text-muted-foreground text-sm">{note}</p>
            </LinkRow>
          ))}
        </LinkRows>
      )}
    </section>
  )
}

function listTasks({
  reviews,
  appeals,
  reports,
  creditRequests,
  payouts,
  failedMails,
  unreadRequests,
}: SiteOverview['waiting']): Task[] {
  const tasks: (Task & { count: number })[] = [
    {
      count: reviews,
      title: plural(reviews, 'submission'),
      href: paths.review,
      note: 'The publishers wait for a decision.',
    },
    {
      count: appeals,
      title: plural(appeals, 'open appeal'),
      href: paths.appeals,
      note: 'Publishers contest a decision.',
    },
    {
      count: reports,
      title: plural(reports, 'open report'),
      href: paths.reports,
      note: 'Users reported problems with SkillSets.',
    },
    {
      count: creditRequests,
      title: plural(creditRequests, 'request for credit', 'requests for credit'),
      href: paths.money,
      note: 'Grant or decline them under Money.',
    },
    {
      count: payouts,
      title: plural(payouts, 'requested payout'),
      href: paths.money,
      note: 'Publishers wait for their earnings.',
    },
    ...unreadRequests.flatMap(({ kind, count }) => {
      const request = REQUESTS[kind]
      if (!request) return []
      const title = plural(count, request.one, request.many)
      return [{ count, title, href: request.href, note: 'Unread among your notifications.' }]
    }),
    {
      count: failedMails,
      title: plural(failedMails, 'failed mail'),
      href: paths.mail,
      note: 'The mail server refused them, or could not be reached.',
    },
  ]
  return tasks.filter(({ count }) => count > 0)
}
