/** The JSON views of a plan run, shared by all channels. Plain data that survives server actions. */

import type { PublicError } from '../../errors.ts'
import type { JsonObject } from '../../json/json.ts'
import type { PlanDocument } from '../../plan-documents/document/plan-document.ts'
import type { ToolResult } from '../../run-model/tool-result.ts'

/** `waiting` for confirmation; `queued` until a worker takes it. */
export type PlanRunState = 'waiting' | 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

/** `waiting` until it is ready and there is room; `retrying` between attempts; otherwise the status of its result. */
export type PlanStepStatus = 'waiting' | 'running' | 'retrying' | ToolResult['status']

export type PlanUnitView = {
  unit: string
  index?: number
  status: PlanStepStatus
  results: ToolResult[]
  runId?: string
  progress?: number
  progressNote?: string
}

export type PlanStepView = {
  stepId: string
  tool: string
  /** A sentence that describes the step, from the plan or the tool. */
  preview: string
  status: PlanStepStatus
  units: PlanUnitView[]
  results: ToolResult[]
  runIds: string[]
  /** Done in the plan run that this one resumes: neither run nor charged again. */
  isCarriedOver: boolean
}

export type PlanVerdict = { stepId: string; verdict: 'auto' | 'confirm' | 'denied'; reason?: string }

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
  /** The plan run whose finished steps this one took over, and the edited arguments by step id. */
  resumedFromId?: string
  editedArgs?: Record<string, JsonObject>
  resumedById?: string
  steps: PlanStepView[]
  outputs?: JsonObject
  error?: PublicError
  failedStepId?: string
  charged?: string
  canConfirm: boolean
  canCancel: boolean
  canResume: boolean
  canUndo: boolean
  /** A finished dry run whose plan can be run with its changes. */
  canRunForReal: boolean
  /** All changes that it made were undone. */
  isUndone: boolean
  /** The texts that a dry run would write, by the id of the call. */
  plannedTexts?: Record<string, string>
  /** Increases with every change; the id of its events. */
  revision: number
  createdAtMs: number
  startedAtMs?: number
  endedAtMs?: number
}

export type PlanRunLine = Pick<
  PlanRunView,
  'id' | 'state' | 'savedPlanId' | 'dryRun' | 'userName' | 'error' | 'createdAtMs' | 'endedAtMs' | 'isUndone'
> & {
  /** The name of its saved plan, unless that was deleted. */
  title?: string
  goal: string
  stepCount: number
  doneCount: number
}
