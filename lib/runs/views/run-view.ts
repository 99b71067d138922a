/** The JSON views of a run, shared by all channels. Plain data that survives server actions. */

import type { RunTerms } from '../../db/runs/runs.ts'
import type { Issue, PublicError } from '../../errors.ts'
import type { Json, JsonSchema } from '../../json/json.ts'
import type { Coercion } from '../../json-schema/evaluate/coercion.ts'
import type { RunState } from '../../run-model/run-states.ts'
import type { Effects, ToolResult } from '../../run-model/tool-result.ts'
import type { LogLine, SandboxRequest } from '../../sandbox/sandbox.ts'
import type { SkillButton } from '../../skillset/document/skillset-document.ts'
import type { PlanStepRef } from '../resolve/opened-run.ts'
import type { Receipt } from './receipt.ts'

export type { Coercion } from '../../json-schema/evaluate/coercion.ts'

export type RunMigration = {
  from: string
  to: string
  /** The versions whose migrations were applied before it, in order: ["2.4.0"]. */
  via?: string[]
  /** As sent, with secrets redacted. */
  input: Json
}

export type RunView = {
  id: string
  skillName: string
  versionNumber: string
  mode: 'development' | 'production'
  state: RunState
  /** As the handler got it: after migration, defaults and coercion, with secrets redacted. */
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
  /** Final cost including child runs, "0" if nothing; absent while open or if everything is free. */
  charged?: string
  chargedForCalls?: string
  refundedAtMs?: number
  terms?: RunTerms['terms']
  durationMs?: number
  cpuMs?: number
  createdAtMs: number
  /** Input and output are too large to be part of a page, and left out: the page loads them afterwards. */
  isPartial?: true
  startedAtMs?: number
  endedAtMs?: number
  /** When input and output were deleted under the organisation's retention setting. */
  purgedAtMs?: number
  /** Input and output are never stored: they are in this view, or lost. */
  isSealed?: boolean
  dryRun?: boolean
  effects?: Effects
  planStep?: PlanStepRef
  toolResult?: ToolResult
}

export type RunLine = {
  id: string
  skillName: string
  versionNumber: string
  mode: RunView['mode']
  channel: string
  state: RunState
  /** A line of the input and of the output; absent for earlier runs and if there is nothing to show. */
  title?: string
  result?: string
  rerunOfId?: string
  error?: PublicError
  userName: string
  durationMs?: number
  charged?: string
  createdAtMs: number
}

/** `depth` is 0 for the first run, and 1 for those repeated or edited from it. */
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
  /** Versions other than the run's own that its input can be tried on, newest first. */
  otherVersions: string[]
  before: RerunSource | null
  parent: RunLine | null
  children: RunLine[]
  /** The runs repeated or edited from each other, this one among them; empty if there is no other. */
  reruns: RerunLine[]
  /** The person who started the run, and owners and admins of the organisation: may cancel and share it. */
  canManage: boolean
  canAddExample: boolean
  shares: ShareLine[]
  /** The publisher that the viewer may share failure details with, and since when they are shared. */
  detailsFor: { publisher: string; sharedAtMs: number | null } | null
}

/** A read-only link to a run. The token is shown once, when the link is created. */
export type ShareLine = { id: string; createdAtMs: number; revokedAtMs: number | null }

/** What a shared link shows: no config, logs or people. */
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

/** What an example of a skill returned, for everyone who may see the skill. */
export type RecordedExample = {
  title: string
  output: Json
  /** When it ran in the sandbox at review; absent if the output is only the one that its publisher promises. */
  ran?: { atMs: number; durationMs: number | null }
}
