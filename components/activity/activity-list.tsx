import type { ActivityLine } from '#lib/audit/list-activity.ts'
import type { ActivityKind } from '#lib/contract/market/activity-query.ts'
import { RUN_LABELS, type RunState } from '#lib/contract/market/run-states.ts'
import { Badge } from '../ui/badge.tsx'
import { Time } from '../ui/time.tsx'

type ActivityListProps = { kind: ActivityKind; lines: ActivityLine[] }

/** One line for each: what, whose, through which door, and how it ended. Not what was in it. */
export function ActivityList({ kind, lines }: ActivityListProps) {
  return (
    <ol className="divide-y divide-border rounded-lg border border-border bg-card shadow-xs">
      {lines.map((line) => (
        <li
          key={line.id}
          className="grid gap-x-4 gap-y-0.5 px-4 py-3 text-sm sm:grid-cols-[11rem_minmax(0,1fr)_auto]"
        >
          <Time at={line.atMs} style="instant" className="text-muted-foreground tabular-nums" />
          <div className="grid min-w-0 gap-0.5">
            <p className="font-medium [overflow-wrap:anywhere]">
              {kind === 'plans' ? line.what : <code>{line.what}</code>}
            </p>
            <p className="text-muted-foreground text-xs [overflow-wrap:anywhere]">
              {line.person}
              {/* A person's own organisation has their name. */}
              {line.organisation !== line.person && ` · ${line.organisation}`} · by {line.door}
              {line.changes !== null && line.changes > 1 && ` · ${line.changes} changes`}
              {kind !== 'plans' && line.planRunId && ` · in the plan run ${line.planRunId}`}
              {line.runId && ` · ${line.runId}`}
            </p>
          </div>
          <Badge
            variant={line.state === 'failed' || line.state === 'timed_out' ? 'destructive' : 'neutral'}
            className="h-fit w-fit"
          >
            {kind === 'vault' ? line.state : (RUN_LABELS[line.state as RunState] ?? line.state)}
          </Badge>
        </li>
      ))}
    </ol>
  )
}
