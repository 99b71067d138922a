import { RECALL_CLASSES } from '#lib/contracts/versions/withdrawal.ts'
import type { RecallStatement } from '#lib/publishing/recalls/recall-views.ts'
import { Badge } from '../../ui/badge.tsx'
import { Link } from '../../ui/link.tsx'
import { CardList } from '../../ui/link-rows.tsx'
import { Time } from '../../ui/time.tsx'

type Line = RecallStatement & { proposedBy?: string; isOpened?: boolean; toRotate?: number }

type RecallListProps = { recalls: Line[]; getHref: (id: string) => string }

export function RecallList({ recalls, getHref }: RecallListProps) {
  return (
    <CardList>
      {recalls.map(({ id, title, numbers, recallClass, reason, confirmedAtMs, proposedAtMs, ...line }) => (
        <li key={id} className="grid gap-2 px-4 py-4 text-sm sm:px-5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link
              href={getHref(id)}
              className="font-semibold underline-offset-4 [overflow-wrap:anywhere] hover:underline"
            >
              {title} {numbers.join(', ')}
            </Link>
            <Badge variant="destructive">{RECALL_CLASSES[recallClass].label}</Badge>
            {confirmedAtMs === null && <Badge variant="warning">Waits for a second admin</Badge>}
            {line.retracted && <Badge variant="neutral">Retracted: it was an error</Badge>}
            {line.isOpened === false && <Badge variant="info">New</Badge>}
            {Boolean(line.toRotate) && <Badge variant="warning">Secrets to rotate: {line.toRotate}</Badge>}
          </div>
          <p className="whitespace-pre-line text-pretty [overflow-wrap:anywhere]">{reason}</p>
          <p className="text-muted-foreground text-xs">
            {confirmedAtMs === null ? (
              <>
                Proposed <Time at={proposedAtMs} />
                {line.proposedBy && ` by ${line.proposedBy}`}
              </>
            ) : (
              <>
                Recalled <Time at={confirmedAtMs} />
              </>
            )}
          </p>
        </li>
      ))}
    </CardList>
  )
}
