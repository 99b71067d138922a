/** What every door shows of a plan that was started. Plain data: survives JSON and the server-action boundary. Floor 3, types only. */
import type { JsonObject } from '../contract/json/json.ts'
import type { PlanDocument } from '../contract/plan/plan-document.ts'
import type { ToolResult } from '../contract/plan/tool-result.ts'
import type { PublicError } from '../errors.ts'

/** `waiting` for somebody to confirm it; `queued` until a worker takes it. */
export type PlanRunState = 'waiting' | 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

/** `waiting` until it is ready and there is room; `retrying` between two attempts. The rest is how its result ended. */
export type PlanStepStatus = 'waiting' | 'running' | 'retrying' | ToolResult['status']

/** One call of a step: the step itself, or one item of its foreach. */
export type PlanUnitView = {
  /** "read", or "create[3]" */
  unit: string
  /** Its place in the foreach; absent without one. */
  index?: number
  status: PlanStepStatus
  /** One per attempt, in order. */
  results: ToolResult[]
  /** Of the attempt that goes on, to link to. */
  runId?: string
  /** 0…1 while it runs, when the skill reports it. */
  progress?: number
  progressNote?: string
}

export type PlanStepView = {
  stepId: string
  tool: string
  /** A sentence that says what it does, as the plan gives it or the tool. */
  preview: string
  status: PlanStepStatus
  /** One without foreach, one per item with it (none before the items are known). */
  units: PlanUnitView[]
  /** All of its units' attempts, in the order in which they ended. */
  results: ToolResult[]
  /** `/runs/<id>` of each attempt. */
  runIds: string[]
  /** Done in the plan run that this one resumes: neither run nor charged again. */
  isCarriedOver: boolean
}

/** Why a step may run, may not, or has to be confirmed. */
export type PlanVerdict = { stepId: string; verdict: 'auto' | 'confirm' | 'denied'; reason?: string }

export type PlanRunView = {
  /** "plan_" + uuid7 */
  id: string
  state: PlanRunState
  /** As it was when it was started. */
  plan: PlanDocument
  savedPlanId?: string
  dryRun: boolean
  userName: string
  /** What the organisation's approval policy says of each step. */
  verdicts: PlanVerdict[]
  /** Who said yes, when somebody had to. */
  confirmedBy?: string
  confirmedAtMs?: number
  /** The plan run whose finished steps this one took over, and the arguments it was given anew, by step id. */
  resumedFromId?: string
  editedArgs?: Record<string, JsonObject>
  /** The plan run that goes on from this one: there is at most one. */
  resumedById?: string
  steps: PlanStepView[]
  outputs?: JsonObject
  error?: PublicError
  /** The step that it failed at: where a resumed run goes on, and whose arguments may be edited. */
  failedStepId?: string
  /** What its runs have cost so far, decimal USDC; absent when nothing. */
  charged?: string
  /** What the caller may do with it now. */
  canConfirm: boolean
  canCancel: boolean
  canResume: boolean
  /** It changed files in the vault, and they can be put back. */
  canUndo: boolean
  /** Raised by every change: the id of its events. */
  revision: number
  /** Epoch milliseconds. */
  createdAtMs: number
  startedAtMs?: number
  endedAtMs?: number
}

/** One line of the list. */
export type PlanRunLine = Pick<
  PlanRunView,
  'id' | 'state' | 'savedPlanId' | 'dryRun' | 'userName' | 'error' | 'createdAtMs' | 'endedAtMs'
> & { goal: string; stepCount: number; doneCount: number }
