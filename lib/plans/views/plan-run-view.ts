/** Plain data that survives server actions. */

import type { PublicError } from '../../errors.ts'
import type { JsonObject } from '../../json/json.ts'
import type { PlanDocument } from '../../plan-documents/document/plan-document.ts'
import type { PublicToolResult } from '../../run-model/tool-result.ts'

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
  /** From the plan or the tool. */
  preview: string
  status: PlanStepStatus
  units: PlanUnitView[]
  results: PublicToolResult[]
  runIds: string[]
  /** From the plan run that this one resumes: not run or charged again. */
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
  /** It took over the finished steps; edited arguments by step id. */
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
  /** A finished dry run. */
  canRunForReal: boolean
  isUndone: boolean
  /** Of a dry run, by call. */
  plannedTexts?: Record<string, string>
  /** With every change; the id of its events. */
  revision: number
  createdAtMs: number
  startedAtMs?: number
  endedAtMs?: number
}

export type PlanRunLine = Pick<
  PlanRunView,
  'id' | 'state' | 'savedPlanId' | 'dryRun' | 'userName' | 'error' | 'createdAtMs' | 'endedAtMs' | 'isUndone'
> & {
  /** Unless that was deleted. */
  title?: string
  goal: string
  stepCount: number
  doneCount: number
}
