/** Triggers are stored as JSON, and shared by pages, REST and CLI. */

const AUTOMATION_KINDS = ['cron', 'once', 'webhook', 'vault'] as const

export type AutomationKind = (typeof AUTOMATION_KINDS)[number]

/** What to start after a time without workers: nothing, or the latest missed run. */
export const MISSED_RULES = ['skip', 'run-once'] as const

type MissedRule = (typeof MISSED_RULES)[number]

export type AutomationTrigger =
  | { kind: 'cron'; cron: string; missed: MissedRule }
  /** `at` is a local time in the time zone of the automation, such as “2026-11-26T09:00”. */
  | { kind: 'once'; at: string; missed: MissedRule }
  /** The field `field` gets the whole message. Without it, the fields of the message are the input. */
  | { kind: 'webhook'; field?: string }
  /** Each changed file starts a run, whose field `field` gets the path of the file. */
  | { kind: 'vault'; glob: string; field?: string }

export type AutomationEvent =
  | { kind: 'webhook'; payload: unknown }
  | { kind: 'vault'; paths: string[]; causes: VaultEventCause[] }

/** What led to a change of a file. Empty if a person made the change. */
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
