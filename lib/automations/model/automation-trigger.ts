/** Triggers are stored as JSON, and shared by pages, REST and CLI. */

const AUTOMATION_KINDS = ['cron', 'once', 'webhook', 'vault'] as const

export type AutomationKind = (typeof AUTOMATION_KINDS)[number]

/** What to start after a time without workers: nothing, or the latest missed run. */
export const MISSED_RULES = ['skip', 'run-once'] as const

type MissedRule = (typeof MISSED_RULES)[number]

export type AutomationTrigger =
  | { kind: 'cron'; cron: string; missed: MissedRule }
  /** `at` is local time in the automation's zone, “2026-11-26T09:00”. */
  | { kind: 'once'; at: string; missed: MissedRule }
  /** `field` gets the message, whose fields are the input otherwise. */
  | { kind: 'webhook'; field?: string }
  /** `field` gets the changed file's path; each file starts a run. */
  | { kind: 'vault'; glob: string; field?: string }

export type AutomationEvent =
  | { kind: 'webhook'; payload: unknown }
  | { kind: 'vault'; paths: string[]; causes: VaultEventCause[] }

/** Empty if a person made the change. */
export type VaultEventCause = { runId?: string; planRunId?: string }

export const AUTOMATION_RUN_STATES = [
  'waiting',
  'starting',
  'started',
  'succeeded',
  'failed',
  'cancelled',
  'skipped',
] as const

export type AutomationRunState = (typeof AUTOMATION_RUN_STATES)[number]
