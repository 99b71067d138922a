import { isCallableName } from '#lib/name-rules/skill-name.ts'
import type { RunLine } from '#lib/runs/views/run-view.ts'
import { paths } from '#lib/site/paths.ts'
import { RunStateBadge } from '../output/run-head.tsx'
import { RunSelectionCheckbox } from '../plans/run-selection.tsx'
import { Badge } from '../ui/badge.tsx'
import { Link } from '../ui/link.tsx'
import { Time } from '../ui/time.tsx'
import { formatDuration } from '../values/format-duration.ts'

export function RunTable({ runs }: { runs: RunLine[] }) {
  return (
    <ul className="divide-y divide-border rounded-lg border border-border bg-card shadow-xs">
      {runs.map((run) => (
        <li key={run.id} className="relative grid gap-1 px-4 py-3 hover:bg-muted/60">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <RunSelectionCheckbox
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
                {run.charged !== undefined && `${run.charged} USDC · `}
                {run.durationMs !== undefined && formatDuration(run.durationMs)}
              </span>
              <RunStateBadge state={run.state} />
            </span>
          </div>
          <p className="flex flex-wrap gap-x-2 text-muted-foreground text-xs">
            <Time at={run.createdAtMs} />
            <span>by {run.userName}</span>
            {/* The cancelled state is shown next to it. */}
            {run.error && run.state !== 'cancelled' && (
              <span className="text-destructive [overflow-wrap:anywhere]">{run.error.message}</span>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

export function RunChildren({ runs }: { runs: RunLine[] }) {
  if (runs.length === 0) return null
  return (
    <section aria-labelledby="children-of-run" className="grid gap-2 border-border border-t pt-5">
      <h2 id="children-of-run" className="font-semibold text-sm">
        Called skills
      </h2>
      <p className="text-muted-foreground text-sm">
        Each call is a separate run within the time limit of this one. You pay for each paid skill that
        delivers its output, even if this run fails later.
      </p>
      <RunTable runs={runs} />
    </section>
  )
}
