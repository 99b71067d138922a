/** Network rules, budgets and trace of one run (docs/spec/execution.md §4). */

import type { SandboxRequest, SandboxSecret } from '../../lib/sandbox/sandbox.ts'
import { RUN_LIMITS } from '../../lib/skillset/document/skill-limits.ts'

export type EgressBudget = { requests: number; responseBytes: number; requestBytes: number }

export const EGRESS_BUDGET: EgressBudget = {
  requests: RUN_LIMITS.requests,
  responseBytes: RUN_LIMITS.responseBytes,
  requestBytes: RUN_LIMITS.requestBytes,
}

export type EgressRules = {
  network: readonly string[]
  secrets: readonly SandboxSecret[]
  budget: EgressBudget
}

export type EgressRun = EgressRules & {
  /** Identifies the run's isolate: requests from another isolate of the process are not this run's. */
  ticket: string
  /** Answers the run's host calls: JSON text in, JSON text out. */
  answerCall(text: AsyncIterable<Buffer>): Promise<string>
  signal: AbortSignal
  trace: SandboxRequest[]
  onOverspend(message: string): void
}
