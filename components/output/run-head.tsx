import type { RunState } from '#lib/runs/model/run-states.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'
import { Badge } from '../ui/badge.tsx'
import { formatDuration } from './format-duration.ts'
import { RUN_STATES } from './shown-states.ts'

export function RunStateBadge({ state }: { state: RunState }) {
  const { label, variant } = RUN_STATES[state]
  return <Badge variant={variant}>{label}</Badge>
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
