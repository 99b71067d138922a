import { ArrowLeftRight, ArrowRight } from 'lucide-react'
import { paths } from '#lib/kernel/site/paths.ts'
import { channelLabel } from '#lib/runs/model/run-channels.ts'
import type { ComparedRun } from '#lib/runs/views/compare-runs.ts'
import type { RunLine } from '#lib/runs/views/run-view.ts'
import { formatDuration } from '../output/format-duration.ts'
import { OutputComparison } from '../output/output-comparison.tsx'
import { RunStateBadge } from '../output/run-head.tsx'
import { Alert } from '../ui/alert.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Link } from '../ui/link.tsx'
import { CardList } from '../ui/link-rows.tsx'
import { Time } from '../ui/time.tsx'

type RunComparisonProps = { before: ComparedRun; after: ComparedRun }

export function RunComparisonView({ before, after }: RunComparisonProps) {
  return (
    <>
      <div className="grid items-stretch gap-3 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
        <RunCard run={before} label="Before" />
        <ArrowRight
          className="size-5 self-center justify-self-center text-muted-foreground max-md:rotate-90"
          aria-hidden
        />
        <RunCard run={after} label="After" />
      </div>
      {before.skillName !== after.skillName && (
        <Alert>
          These are runs of two skills, {before.skillTitle} and {after.skillTitle}, so most of what they took
          and returned differs.
        </Alert>
      )}
      {(before.purgedAtMs ?? after.purgedAtMs) !== undefined && (
        <p className="text-muted-foreground text-sm">The content of at least one of the runs was deleted.</p>
      )}
      <section aria-labelledby="differences" className="grid min-w-0 gap-4">
        <h2 id="differences" className="font-semibold text-lg tracking-tight">
          Differences
        </h2>
        <OutputComparison before={contentsOf(before)} run={contentsOf(after)} />
      </section>
    </>
  )
}

function contentsOf({ input, output, isLarge, purgedAtMs }: ComparedRun) {
  return purgedAtMs === undefined ? { input, output, isLarge } : {}
}

function RunCard({ run, label }: { run: ComparedRun; label: string }) {
  const {
    id,
    title,
    skillTitle,
    skillName,
    versionNumber,
    createdAtMs,
    userName,
    channel,
    durationMs,
    state,
    error,
  } = run
  return (
    <section
      aria-label={label}
      className="grid min-w-0 content-start gap-1.5 rounded-lg border border-border bg-card p-4 shadow-xs"
    >
      <p className="flex items-center justify-between gap-3 text-muted-foreground text-xs">
        {label}
        <RunStateBadge state={state} />
      </p>
      <Link
        href={paths.run(id)}
        className="line-clamp-2 font-medium underline-offset-4 [overflow-wrap:anywhere] hover:underline"
      >
        {skillTitle}
      </Link>
      {title !== undefined && <p className="line-clamp-2 text-sm [overflow-wrap:anywhere]">{title}</p>}
      <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
        {skillName} {versionNumber}
      </p>
      <p className="text-muted-foreground text-xs">
        <Time at={createdAtMs} style="instant" /> by {userName} · {channelLabel(channel)}
        {durationMs !== undefined && ` · ${formatDuration(durationMs)}`}
        {run.charged !== undefined && ` · ${run.charged} USDC`}
      </p>
      {error && <p className="text-destructive text-sm [overflow-wrap:anywhere]">{error.message}</p>}
    </section>
  )
}

export function ComparisonChoices({ before, others }: { before: ComparedRun; others: RunLine[] }) {
  if (others.length === 0) {
    return (
      <EmptyState icon={ArrowLeftRight} title="No other runs of this skill">
        Run the skill again, or select any two runs in the list of runs.
      </EmptyState>
    )
  }
  return (
    <section aria-labelledby="choices" className="grid gap-3">
      <h2 id="choices" className="font-semibold text-base">
        Compare with
      </h2>
      <CardList>
        {others.map((run) => (
          <li key={run.id} className="relative flex items-center gap-4 px-4 py-3 text-sm hover:bg-muted/60">
            <span className="grid min-w-0 flex-1 gap-0.5">
              <Link
                href={paths.compareRuns(before.id, run.id)}
                className="line-clamp-1 font-medium -outline-offset-2 [overflow-wrap:anywhere] after:absolute after:inset-0"
              >
                {run.title ?? run.skillTitle}
              </Link>
              <span className="line-clamp-1 text-muted-foreground text-xs">
                <Time at={run.createdAtMs} /> · {run.versionNumber}
                {run.result && ` · ${run.result}`}
              </span>
            </span>
            <RunStateBadge state={run.state} />
          </li>
        ))}
      </CardList>
    </section>
  )
}
