import type { RemovalView } from '#lib/publishing/recalls/list-removals.ts'
import { Badge } from '../../ui/badge.tsx'
import { Link } from '../../ui/link.tsx'
import { CardList } from '../../ui/link-rows.tsx'
import { Time } from '../../ui/time.tsx'

// biome-ignore format: table
const KINDS = {
  take_down:         { label: 'Taken down',        variant: 'warning' },
  take_down_undone:  { label: 'Take-down undone',  variant: 'neutral' },
  suspension:        { label: 'Suspended',         variant: 'destructive' },
  suspension_lifted: { label: 'Suspension lifted', variant: 'neutral' },
  quarantine:        { label: 'Quarantine',        variant: 'warning' },
  quarantine_ended:  { label: 'Quarantine ended',  variant: 'neutral' },
  recall:            { label: 'Recalled',          variant: 'destructive' },
  recall_retracted:  { label: 'Recall retracted',  variant: 'neutral' },
} as const satisfies Record<RemovalView['kind'], object>

const DECIDED_BY = { admin: 'an admin of this site', publisher: 'its publisher', site: 'the end of its time' }

/** One admin proposes, another confirms. */
const TAKES_TWO: readonly RemovalView['kind'][] = ['recall', 'recall_retracted']

export function RemovalList({ removals }: { removals: RemovalView[] }) {
  return (
    <CardList>
      {removals.map(({ id, kind, subject, href, reason, by, atMs }) => (
        <li key={id} className="grid gap-2 px-4 py-4 text-sm sm:px-5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link
              href={href}
              className="font-semibold underline-offset-4 [overflow-wrap:anywhere] hover:underline"
            >
              {subject}
            </Link>
            <Badge variant={KINDS[kind].variant}>{KINDS[kind].label}</Badge>
          </div>
          <p className="whitespace-pre-line text-pretty [overflow-wrap:anywhere]">{reason}</p>
          <p className="text-muted-foreground text-xs">
            <Time at={atMs} /> · by{' '}
            {by === 'admin' && TAKES_TWO.includes(kind) ? 'two admins of this site' : DECIDED_BY[by]}
          </p>
        </li>
      ))}
    </CardList>
  )
}
