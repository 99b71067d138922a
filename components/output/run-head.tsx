import { RUN_LABELS, type RunState } from '#lib/run-model/run-states.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'
import { Badge, type BadgeVariant } from '../ui/badge.tsx'
import { formatDuration } from '../values/format-duration.ts'

// biome-ignore format: a table reads in rows
const VARIANTS = {
  queued:    'neutral',
  running:   'info',
  succeeded: 'success',
  partial:   'warning',
  failed:    'destructive',
  timed_out: 'destructive',
  cancelled: 'neutral',
} as const satisfies Record<RunState, BadgeVariant>

export function RunStateBadge({ state }: { state: RunState }) {
  return <Badge variant={VARIANTS[state]}>{RUN_LABELS[state]}</Badge>
}

type RunHeadProps = {
  run: Pick<RunView, 'state' | 'versionNumber' | 'mode' | 'durationMs' | 'charged' | 'refundedAtMs'>
}

export function RunHead({ run }: RunHeadProps) {
  return (
    <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3 pb-1 sm:px-5">
      <h2 className="font-semibold text-sm">Output</h2>
      <RunStateBadge state={run.state} />
      {run.mode === 'development' && <Badge variant="outline">test run</Badge>}
      <span className="ml-auto text-muted-foreground text-xs tabular-nums">
        {[costText(run), durationOf(run), versionOf(run)].filter(Boolean).join(' · ')}
      </span>
    </header>
  )
}

function durationOf({ durationMs }: RunHeadProps['run']): string {
  return durationMs === undefined ? '' : formatDuration(durationMs)
}

function versionOf({ versionNumber }: RunHeadProps['run']): string {
  return versionNumber && `version ${versionNumber}`
}

function costText({ charged, refundedAtMs }: RunHeadProps['run']): string {
  if (charged === undefined) return ''
  return charged === '0' ? 'not charged' : `${charged} USDC${refundedAtMs ? ', refunded' : ''}`
}
