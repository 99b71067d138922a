/** What starts an automation. Stored as JSON and shared by the pages, the REST API and the command line. */

export const AUTOMATION_KINDS = ['cron', 'once', 'webhook', 'vault'] as const

export type AutomationKind = (typeof AUTOMATION_KINDS)[number]

/** What happens with occurrences while no worker was running: none of them, or the latest one. */
export const MISSED_RULES = ['skip', 'run-once'] as const

export type MissedRule = (typeof MISSED_RULES)[number]

export type AutomationTrigger =
  | { kind: 'cron'; cron: string; missed: MissedRule }
  /** `at` is a local time of the automation's time zone, “2026-11-26T09:00”. */
  | { kind: 'once'; at: string; missed: MissedRule }
  /** `field`: the parameter that gets the message; without it the message's fields are the input. */
  | { kind: 'webhook'; field?: string }
  /** `field`: the parameter that gets the path of the changed file, in one run per file. */
  | { kind: 'vault'; glob: string; field?: string }

/** What a webhook or a change in the vault brought. */
export type AutomationEvent =
  | { kind: 'webhook'; payload: unknown }
  | { kind: 'vault'; paths: string[]; causes: VaultEventCause[] }

/** The run or plan run that made the change; empty for a person. */
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
