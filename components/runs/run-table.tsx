import { isCallableName } from '#lib/kernel/names/skill-name.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { channelLabel } from '#lib/runs/model/run-channels.ts'
import type { RunLine } from '#lib/runs/views/run-view.ts'
import { formatDuration } from '../output/format-duration.ts'
import { RunStateBadge } from '../output/run-head.tsx'
import { Badge } from '../ui/badge.tsx'
import { Link } from '../ui/link.tsx'
import { CardList } from '../ui/link-rows.tsx'
import { Time } from '../ui/time.tsx'
import { FollowOpenRuns } from './follow-open-runs.tsx'
import { RunSelectionCheckbox } from './run-selection.tsx'

export function RunTable({ runs }: { runs: RunLine[] }) {
  return (
    <>
      <FollowOpenRuns runs={runs} />
      <CardList>
        {runs.map((run) => (
          <RunTableRow key={run.id} run={run} />
        ))}
      </CardList>
    </>
  )
}

export function RunTableRow({ run }: { run: RunLine }) {
  return (
    <li className="relative flex gap-3 px-4 py-3 hover:bg-muted/60">
      <RunSelectionCheckbox
        id={run.id}
        label={`${run.skillTitle}, ${new Date(run.createdAtMs).toISOString().slice(0, 16).replace('T', ' ')}`}
        canPick={run.mode === 'production' && isCallableName(run.skillName)}
      />
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
          <Link
            href={paths.run(run.id)}
            className="line-clamp-1 min-w-0 flex-1 basis-48 font-medium text-sm [overflow-wrap:anywhere] after:absolute after:inset-0"
          >
            {run.skillTitle}
          </Link>
          <span className="flex items-center gap-3">
            <span className="text-muted-foreground text-xs tabular-nums">
              {run.charged !== undefined && `${run.charged} USDC · `}
              {run.durationMs !== undefined && formatDuration(run.durationMs)}
            </span>
            <RunStateBadge state={run.state} />
          </span>
        </div>
        {run.title !== undefined && (
          <p className="line-clamp-1 text-sm [overflow-wrap:anywhere]">{run.title}</p>
        )}
        <RunOutcome run={run} />
        <p className="flex flex-wrap items-center gap-1 text-muted-foreground text-xs">
          <span className="[overflow-wrap:anywhere]">
            {run.skillName} {run.versionNumber}
            {run.mode === 'production' && ' ·'}
          </span>
          {run.mode === 'development' && <Badge variant="outline">test run</Badge>}
          <span>
            <Time at={run.createdAtMs} /> by {run.userName} · {channelLabel(run.channel)}
            {run.rerunOfId !== undefined &&
              (run.isRepeat ? ' · repeats an earlier run' : ' · edited from an earlier run')}
          </span>
        </p>
      </div>
    </li>
  )
}

function RunOutcome({ run: { error, state, result } }: { run: RunLine }) {
  // The badge of the state shows that a run was cancelled.
  if (error && state !== 'cancelled') {
    return <p className="line-clamp-2 text-destructive text-sm [overflow-wrap:anywhere]">{error.message}</p>
  }
  if (result === undefined) return null
  return <p className="line-clamp-1 text-muted-foreground text-sm [overflow-wrap:anywhere]">{result}</p>
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
