'use client'

import type { PlanRunView } from '#lib/plans/plan-run-view.ts'
import { durationText } from '../../output/duration-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { isPlanOver, PLAN_STATES } from './plan-states.ts'

/** How far it has come, in words and as a bar; announced when it has ended. */
export function PlanRunStanding({ run }: { run: PlanRunView }) {
  const { label, variant } = PLAN_STATES[run.state]
  const done = run.steps.filter(({ status }) => status === 'ok' || status === 'skipped').length
  const isOver = isPlanOver(run.state)
  const tookMs = run.startedAtMs && run.endedAtMs ? run.endedAtMs - run.startedAtMs : undefined
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Badge variant={variant}>{label}</Badge>
        {run.dryRun && <Badge variant="info">Dry run: nothing is changed</Badge>}
        <span className="text-muted-foreground text-sm tabular-nums">
          {done} of {run.steps.length} {run.steps.length === 1 ? 'step' : 'steps'} done
          {tookMs !== undefined && ` · ${durationText(tookMs)}`}
          {run.charged && ` · ${run.charged} USDC`}
        </span>
      </div>
      {!isOver && run.state !== 'waiting' && (
        <div
          role="progressbar"
          aria-label="Steps done"
          aria-valuemin={0}
          aria-valuemax={run.steps.length}
          aria-valuenow={done}
          className="h-1.5 overflow-hidden rounded-full bg-muted"
        >
          <div
            className="h-full rounded-full bg-primary transition-[width] duration-300"
            style={{ width: `${(100 * done) / run.steps.length}%` }}
          />
        </div>
      )}
      <p role="status" className="sr-only">
        {isOver && `${label}.`}
      </p>
    </div>
  )
}
