/**
 * What one run may send and fetch, and what it has: its hosts, secrets, budgets and trace.
 *
 * Source: specification "Execution", Limits and refusals.
 */
import { RUN_LIMITS } from '../../lib/contract/document/skill-limits.ts'
import type { SandboxRequest, SandboxSecret } from '../../lib/sandbox/sandbox.ts'

export type EgressBudget = { requests: number; responseBytes: number; requestBytes: number }

/** What a run may use when nobody says otherwise; sent and received are counted for each request. */
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
  /** Of the isolate that the run is in: what another isolate of its process sends is not this run's. */
  ticket: string
  /** Answers what the run asks of Guildhall, JSON text for JSON text. */
  answerCall(text: AsyncIterable<Buffer>): Promise<string>
  /** Aborted when the run is over: whatever is still under way is broken off. */
  signal: AbortSignal
  trace: SandboxRequest[]
  /** Tells the run that it asked for more than its budget; it is ended for it. */
  overspend(message: string): void
}
