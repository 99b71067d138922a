/** Plain data, which server actions can return. */

import type { PublicError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import type { PublicToolResult } from '../../runs/model/tool-result.ts'
import type { PlanDocument } from '../model/document/plan-document.ts'

/** `waiting` for confirmation, `queued` for a worker. */
export type PlanRunState = 'waiting' | 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

/** `waiting` for readiness and room, `retrying` between attempts, otherwise its result's. */
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
  /** A text from the plan or the tool. */
  preview: string
  status: PlanStepStatus
  units: PlanUnitView[]
  results: PublicToolResult[]
  runIds: string[]
  /** Copied from the plan run that this one resumes: not run or charged again. */
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
  /** The plan run with the finished steps; `editedArgs` are by step id. */
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
  /** True for a finished dry run. */
  canRunForReal: boolean
  isUndone: boolean
  /** Texts of a dry run, by call. */
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
  /** Absent if the saved plan was deleted. */
  title?: string
  goal: string
  stepCount: number
  doneCount: number
}
