import { paths } from '#lib/kernel/site/paths.ts'
import type { RunLine } from '#lib/runs/views/run-view.ts'
import { formatDuration } from '../../output/format-duration.ts'
import { RunStateBadge } from '../../output/run-head.tsx'
import { Link } from '../../ui/link.tsx'
import { CardList } from '../../ui/link-rows.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'

type PreviousRunsProps = { runs: RunLine[]; skillName: string; isSignedIn: boolean }

export function PreviousRuns({ runs, skillName, isSignedIn }: PreviousRunsProps) {
  if (!isSignedIn)
    return <p className="text-muted-foreground text-sm">Sign in to see your runs of this skill.</p>
  if (runs.length === 0) {
    return (
      <p className="text-muted-foreground text-sm">
        You have not run this skill yet. Your runs will appear here.
      </p>
    )
  }
  return (
    <div className="grid gap-3">
      <CardList className="overflow-hidden">
        {runs.map((run) => (
          <PreviousRun key={run.id} run={run} />
        ))}
      </CardList>
      <TextLink href={`${paths.runs}?skill=${encodeURIComponent(skillName)}`} className="w-fit text-sm">
        All runs of this skill
      </TextLink>
    </div>
  )
}

function PreviousRun({ run }: { run: RunLine }) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm hover:bg-muted/60">
      <span className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <Link
          href={paths.run(run.id)}
          className="line-clamp-1 font-medium -outline-offset-2 [overflow-wrap:anywhere] after:absolute after:inset-0"
        >
          {run.title ?? 'No input'}
        </Link>
        <span className="line-clamp-1 text-muted-foreground text-xs [overflow-wrap:anywhere]">
          <Time at={run.createdAtMs} /> · version {run.versionNumber}
          {(run.error?.message ?? run.result) && ` · ${run.error?.message ?? run.result}`}
        </span>
      </span>
      <span className="ml-auto flex items-center gap-3">
        {run.durationMs !== undefined && (
          <span className="text-muted-foreground text-xs tabular-nums">{formatDuration(run.durationMs)}</span>
        )}
        <RunStateBadge state={run.state} />
      </span>
    </li>
  )
}
