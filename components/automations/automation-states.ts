import type { AutomationRunState } from '#lib/automation-model/automation-trigger.ts'
import type { BadgeVariant } from '../ui/badge.tsx'

export const AUTOMATION_RUN_LABELS: Record<AutomationRunState, { label: string; variant: BadgeVariant }> = {
  waiting: { label: 'Waiting', variant: 'neutral' },
  starting: { label: 'Starting', variant: 'neutral' },
  started: { label: 'Started', variant: 'info' },
  succeeded: { label: 'Succeeded', variant: 'success' },
  failed: { label: 'Failed', variant: 'destructive' },
  cancelled: { label: 'Cancelled', variant: 'neutral' },
  skipped: { label: 'Skipped', variant: 'warning' },
}
