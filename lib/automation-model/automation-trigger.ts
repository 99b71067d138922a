/** Stored as JSON, for pages, REST and CLI. */

const AUTOMATION_KINDS = ['cron', 'once', 'webhook', 'vault'] as const

export type AutomationKind = (typeof AUTOMATION_KINDS)[number]

/** While no worker was running: none, or the latest. */
export const MISSED_RULES = ['skip', 'run-once'] as const

export type MissedRule = (typeof MISSED_RULES)[number]

export type AutomationTrigger =
  | { kind: 'cron'; cron: string; missed: MissedRule }
  /** Local time of the automation's zone, “2026-11-26T09:00”. */
  | { kind: 'once'; at: string; missed: MissedRule }
  /** It gets the message, whose fields are the input otherwise. */
  | { kind: 'webhook'; field?: string }
  /** It gets the changed file's path, in one run per file. */
  | { kind: 'vault'; glob: string; field?: string }

export type AutomationEvent =
  | { kind: 'webhook'; payload: unknown }
  | { kind: 'vault'; paths: string[]; causes: VaultEventCause[] }

/** Empty for a person's change. */
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
