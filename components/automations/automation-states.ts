import type { AutomationRunState } from '#lib/automation-model/automation-trigger.ts'
import type { AutomationRunView } from '#lib/automations/automation-view.ts'
import type { BadgeVariant } from '../ui/badge.tsx'

type RunLabel = { label: string; variant: BadgeVariant }

const LABELS: Record<AutomationRunState, RunLabel> = {
  waiting: { label: 'Waiting', variant: 'neutral' },
  starting: { label: 'Starting', variant: 'neutral' },
  started: { label: 'Started', variant: 'info' },
  succeeded: { label: 'Succeeded', variant: 'success' },
  failed: { label: 'Failed', variant: 'destructive' },
  cancelled: { label: 'Cancelled', variant: 'neutral' },
  skipped: { label: 'Skipped', variant: 'warning' },
}

export function automationRunLabel({ state, needsConfirmation }: AutomationRunView): RunLabel {
  return needsConfirmation ? { label: 'Needs confirmation', variant: 'warning' } : LABELS[state]
}
