/** Plain data that survives server actions. */

import type { RunTerms } from '../../db/runs/runs.ts'
import type { Issue, PublicError } from '../../errors.ts'
import type { Json, JsonSchema } from '../../json/json.ts'
import type { Coercion } from '../../json-schema/evaluate/coercion.ts'
import type { RunState } from '../../run-model/run-states.ts'
import type { Effects, PublicToolResult } from '../../run-model/tool-result.ts'
import type { LogLine, SandboxRequest } from '../../sandbox/sandbox.ts'
import type { SkillButton } from '../../skillset/document/skillset-document.ts'
import type { PlanStepRef } from '../resolve/opened-run.ts'
import type { Receipt } from './receipt.ts'

export type { Coercion } from '../../json-schema/evaluate/coercion.ts'

export type RunMigration = {
  from: string
  to: string
  /** In order: ["2.4.0"]. */
  via?: string[]
  /** Redacted. */
  input: Json
}

export type RunView = {
  id: string
  skillName: string
  versionNumber: string
  mode: 'development' | 'production'
  state: RunState
  /** Redacted; after migration, defaults and coercion. */
  input: Json
  migration?: RunMigration
  coercions: Coercion[]
  output?: Json
  error?: PublicError
  errorDetail?: { issues?: Issue[]; stack?: string }
  warnings: Issue[]
  notices: string[]
  logs: LogLine[]
  inputBlobs?: string[]
  outputBlobs?: string[]
  requests?: SandboxRequest[]
  progress?: number
  progressNote?: string
  contractHash: string
  /** Covers permissions, prompt and price. */
  permissionsHash?: string
  price?: string
  /** With child runs, "0" if nothing; absent while open or if everything is free. */
  charged?: string
  chargedForCalls?: string
  refundedAtMs?: number
  terms?: RunTerms['terms']
  durationMs?: number
  cpuMs?: number
  createdAtMs: number
  /** Too large for a page, which loads input and output afterwards. */
  isPartial?: true
  startedAtMs?: number
  endedAtMs?: number
  /** Under the organisation's retention setting. */
  purgedAtMs?: number
  /** Input and output are in this view, or lost. */
  isSealed?: boolean
  dryRun?: boolean
  effects?: Effects
  planStep?: PlanStepRef
  toolResult?: PublicToolResult
}

export type RunLine = {
  id: string
  skillName: string
  versionNumber: string
  mode: RunView['mode']
  channel: string
  state: RunState
  /** From the input and output; absent for earlier runs. */
  title?: string
  result?: string
  rerunOfId?: string
  error?: PublicError
  userName: string
  durationMs?: number
  charged?: string
  createdAtMs: number
}

/** 0 for the first run, 1 for those repeated from it. */
export type RerunLine = RunLine & { depth: number }

export type RunList = {
  runs: RunLine[]
  nextCursor: string | null
}

export type RunSkill = {
  title: string
  parameters?: JsonSchema
  response?: JsonSchema
  buttons: SkillButton[]
  /** Covers permissions, prompt and price. */
  permissionsHash: string
}

export type RerunSource = {
  id: string
  input: Json
  output?: Json
  isLarge?: boolean
}

export type RunPage = {
  run: RunView
  receipt: Receipt
  channel: string
  userName: string
  skill: RunSkill | null
  rerunOfId: string | null
  /** Its input can be tried on them; newest first. */
  otherVersions: string[]
  before: RerunSource | null
  parent: RunLine | null
  children: RunLine[]
  /** Repeated or edited from each other, with this one; empty if there is no other. */
  reruns: RerunLine[]
  /** May cancel and share: who started the run, owners and admins. */
  canManage: boolean
  canAddExample: boolean
  shares: ShareLine[]
  /** With whom failure details may be shared, and since when they are. */
  detailsFor: { publisher: string; sharedAtMs: number | null } | null
}

export type ShareLine = { id: string; createdAtMs: number; revokedAtMs: number | null }

/** No config, logs or people. */
export type SharedRun = {
  run: Pick<
    RunView,
    | 'skillName'
    | 'versionNumber'
    | 'mode'
    | 'state'
    | 'input'
    | 'output'
    | 'error'
    | 'durationMs'
    | 'createdAtMs'
    | 'endedAtMs'
    | 'isPartial'
  >
  skill: RunSkill | null
}

export type PresetView = { id: string; name: string; input: Json; createdAtMs: number }

export type RecordedExample = {
  title: string
  output: Json
  /** In the sandbox at review; absent if its publisher promises the output. */
  ran?: { atMs: number; durationMs: number | null }
}
