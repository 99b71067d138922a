import { paths } from '#lib/kernel/site/paths.ts'
import type { PlanRunLine } from '#lib/plans/views/plan-run-view.ts'
import { formatDuration } from '../../output/format-duration.ts'
import { Badge } from '../../ui/badge.tsx'
import { Link } from '../../ui/link.tsx'
import { CardList } from '../../ui/link-rows.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import { PLAN_STATES } from './plan-run-states.ts'

type Props = {
  runs: PlanRunLine[]
  heading?: string
  more?: string
}

export function PlanRunListView({ runs, heading = 'Recent runs', more }: Props) {
  if (runs.length === 0) return null
  return (
    <section aria-labelledby="plan-runs" className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="plan-runs" className="font-semibold text-lg tracking-tight">
          {heading}
        </h2>
        {more && (
          <TextLink href={more} className="text-sm">
            All runs<span className="sr-only"> of plans</span>
          </TextLink>
        )}
      </div>
      <PlanRunLines runs={runs} />
    </section>
  )
}

export function PlanRunLines({ runs }: Pick<Props, 'runs'>) {
  return (
    <CardList>
      {runs.map((run) => {
        const { label, variant } = PLAN_STATES[run.state]
        return (
          <li key={run.id} className="relative grid gap-1 px-4 py-3 hover:bg-muted/60">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link
                href={paths.planRun(run.id)}
                className="line-clamp-1 min-w-0 font-medium text-sm [overflow-wrap:anywhere] after:absolute after:inset-0"
              >
                {run.title ?? run.goal}
              </Link>
              {run.dryRun && <Badge variant="info">dry run</Badge>}
              {run.isUndone && <Badge variant="warning">Undone</Badge>}
              <span className="ml-auto flex items-center gap-3">
                <span className="text-muted-foreground text-xs tabular-nums">
                  {run.doneCount} of {run.stepCount} steps
                  {run.endedAtMs !== undefined && ` · ${formatDuration(run.endedAtMs - run.createdAtMs)}`}
                </span>
                <Badge variant={variant}>{label}</Badge>
              </span>
            </div>
            <p className="flex flex-wrap gap-x-2 text-muted-foreground text-xs">
              {run.title !== undefined && run.title !== run.goal && (
                <span className="line-clamp-1 basis-full">{run.goal}</span>
              )}
              <Time at={run.createdAtMs} />
              <span>by {run.userName}</span>
              {run.error && run.state === 'failed' && (
                <span className="text-destructive [overflow-wrap:anywhere]">{run.error.message}</span>
              )}
            </p>
          </li>
        )
      })}
    </CardList>
  )
}
