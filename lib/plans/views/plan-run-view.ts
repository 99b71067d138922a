/** Plan runs as pages and REST get them: plain data, which server actions can return. */

import type { PublicError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import type { PublicToolResult } from '../../runs/model/tool-result.ts'
import type { PlanDocument } from '../model/document/plan-document.ts'

/** `waiting` is for a confirmation before the start or the approval of a step, `queued` for a worker. */
export type PlanRunState = 'waiting' | 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

/** `waiting` is before the first attempt, `retrying` between two; otherwise the status of the last result. */
export type PlanStepStatus = 'waiting' | 'running' | 'retrying' | PublicToolResult['status']

export type PlanUnitView = {
  unit: string
  index?: number
  status: PlanStepStatus
  results: PublicToolResult[]
  runId?: string
  progress?: number
  progressNote?: string
}

export type PlanStepView = {
  stepId: string
  tool: string
  /** What the step does, as the plan or the tool says it. */
  preview: string
  status: PlanStepStatus
  units: PlanUnitView[]
  results: PublicToolResult[]
  runIds: string[]
  /** True if it was copied from the plan run that this one resumes, so that it was neither run nor charged again. */
  isCarriedOver: boolean
}

export type PlanVerdict = { stepId: string; verdict: 'auto' | 'confirm' | 'denied'; reason?: string }

/** A step that waits for a person, or that one has decided on. */
export type PlanApprovalView = {
  stepId: string
  state: 'waiting' | 'approved' | 'refused' | 'expired'
  message?: string
  by: 'admins' | 'members'
  decidedBy?: string
  note?: string
  requestedAtMs: number
  expiresAtMs: number
  decidedAtMs?: number
  /** True if the viewer may decide on it now. */
  canDecide: boolean
}

export type PlanRunView = {
  id: string
  state: PlanRunState
  plan: PlanDocument
  savedPlanId?: string
  dryRun: boolean
  userName: string
  verdicts: PlanVerdict[]
  confirmedBy?: string
  confirmedAtMs?: number
  /** The plan run whose finished steps were copied. */
  resumedFromId?: string
  /** The arguments that were changed when it was resumed, by the id of the step. */
  editedArgs?: Record<string, JsonObject>
  resumedById?: string
  steps: PlanStepView[]
  approvals: PlanApprovalView[]
  outputs?: JsonObject
  error?: PublicError
  failedStepId?: string
  charged?: string
  canConfirm: boolean
  canCancel: boolean
  canResume: boolean
  canUndo: boolean
  /** True for a finished dry run. */
  canRunForReal: boolean
  isUndone: boolean
  /** The texts that a dry run would have written, by the id of the call. */
  plannedTexts?: Record<string, string>
  /** Increases with every change, and is the id of the event that reports it. */
  revision: number
  createdAtMs: number
  startedAtMs?: number
  endedAtMs?: number
}

export type PlanRunLine = Pick<
  PlanRunView,
  'id' | 'state' | 'savedPlanId' | 'dryRun' | 'userName' | 'error' | 'createdAtMs' | 'endedAtMs' | 'isUndone'
> & {
  /** The title of the saved plan; undefined for none, and for one that was deleted. */
  title?: string
  goal: string
  stepCount: number
  doneCount: number
}
