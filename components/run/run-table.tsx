import { paths } from '#lib/contract/market/paths.ts'
import { isCallableName } from '#lib/contract/market/skill-name.ts'
import type { RunLine } from '#lib/execution/run-view.ts'
import { durationText } from '../output/duration-text.ts'
import { RunStateBadge } from '../output/run-head.tsx'
import { RunPick } from '../plan/run-picks.tsx'
import { Badge } from '../ui/badge.tsx'
import { Link } from '../ui/link.tsx'
import { Time } from '../ui/time.tsx'

/** The history, one line a run; the whole line leads to the run. */
export function RunTable({ runs }: { runs: RunLine[] }) {
  return (
    <ul className="divide-y divide-border rounded-lg border border-border bg-card shadow-xs">
      {runs.map((run) => (
        <li key={run.id} className="relative grid gap-1 px-4 py-3 hover:bg-muted/60">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <RunPick
              id={run.id}
              label={`${run.skillName}, ${new Date(run.createdAtMs).toISOString().slice(0, 16).replace('T', ' ')}`}
              canPick={run.mode === 'production' && isCallableName(run.skillName)}
            />
            <Link
              href={paths.run(run.id)}
              className="min-w-0 font-medium text-sm [overflow-wrap:anywhere] after:absolute after:inset-0"
            >
              {run.skillName}
            </Link>
            <span className="text-muted-foreground text-xs">{run.versionNumber}</span>
            {run.mode === 'development' && <Badge variant="outline">test run</Badge>}
            <span className="ml-auto flex items-center gap-3">
              <span className="text-muted-foreground text-xs tabular-nums">
                {run.durationMs !== undefined && durationText(run.durationMs)}
              </span>
              <RunStateBadge state={run.state} />
            </span>
          </div>
          <p className="flex flex-wrap gap-x-2 text-muted-foreground text-xs">
            <Time at={run.createdAtMs} />
            <span>by {run.userName}</span>
            {/* That it was cancelled stands beside it. */}
            {run.error && run.state !== 'cancelled' && (
              <span className="text-destructive [overflow-wrap:anywhere]">{run.error.message}</span>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
