/** What pages and channels show of runs: plain data, which server actions can return. */

import type { SkillButton } from '../../contracts/document/skillset-document.ts'
import type { Coercion } from '../../json-schema/inputs/coercions.ts'
import type { Issue, PublicError } from '../../kernel/errors.ts'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import type { LogLine, SandboxRequest } from '../../sandbox/sandbox.ts'
import type { RunState } from '../model/run-states.ts'
import type { Effects, PublicToolResult } from '../model/tool-result.ts'
import type { PlanStepRef } from '../resolve/runnable.ts'
import type { RunTerms } from '../rows/runs.ts'
import type { Receipt } from './receipt.ts'

export type { Coercion } from '../../json-schema/inputs/coercions.ts'

export type RunMigration = {
  from: string
  to: string
  /** Versions in between, such as ["2.4.0"]. */
  via?: string[]
  /** The input as sent, redacted. */
  input: Json
}

export type RunView = {
  id: string
  skillName: string
  versionNumber: string
  mode: 'development' | 'production'
  state: RunState
  /** Redacted, and as changed by migration, defaults and coercion. */
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
  /** How many parts of a streamed output are stored; absent for none. */
  partCount?: number
  /** These parts, once a page has loaded them from the events of the run. */
  parts?: Json[]
  contractHash: string
  permissionsHash?: string
  price?: string
  /** Includes child runs, "0" if nothing; absent while open or if everything is free. */
  charged?: string
  chargedForCalls?: string
  refundedAtMs?: number
  terms?: RunTerms['terms']
  /** True in the lane `long`: callers get the queued run and follow it. */
  isLong?: true
  /** Of a queued run in the lane `long`: the organisation's runs that it waits for. */
  before?: { running: number; waiting: number }
  durationMs?: number
  cpuMs?: number
  createdAtMs: number
  /** True if too large for a page, which loads input and output afterwards. */
  isPartial?: true
  startedAtMs?: number
  endedAtMs?: number
  /** When input and output were deleted, in epoch milliseconds. */
  purgedAtMs?: number
  /** True if input and output are only in this view, or lost. */
  isSealed?: boolean
  dryRun?: boolean
  effects?: Effects
  planStep?: PlanStepRef
  toolResult?: PublicToolResult
}

export type RunLine = {
  id: string
  skillName: string
  /** As the catalogue titles it, or in words made of its name. */
  skillTitle: string
  versionNumber: string
  mode: RunView['mode']
  channel: string
  state: RunState
  /** `title` summarises the input, `result` the output; absent for old runs. */
  title?: string
  result?: string
  rerunOfId?: string
  /** True if it repeats that run with the same input. */
  isRepeat?: true
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
  /** The schema of the parts that its runs emit. */
  stream?: JsonSchema
  buttons: SkillButton[]
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
  /** Versions on which the input can be tried, newest first. */
  otherVersions: string[]
  before: RerunSource | null
  parent: RunLine | null
  children: RunLine[]
  /** Runs repeated or edited from each other, with this one; empty if there is no other. */
  reruns: RerunLine[]
  /** True for owners, admins and the person who started the run, who may cancel and share it. */
  canManage: boolean
  canAddExample: boolean
  shares: ShareLine[]
  /** The publisher with whom failure details may be shared, and since when they are. */
  detailsFor: { publisher: string; sharedAtMs: number | null } | null
}

export type ShareLine = {
  id: string
  createdAtMs: number
  /** Null for a link without an end. */
  expiresAtMs: number | null
  revokedAtMs: number | null
  /** Of an open link, for those who may end it; absent for links of earlier versions. */
  token?: string
}

/** An open link, and the run that it shows. */
export type SharedLink = ShareLine & { run: Pick<RunLine, 'id' | 'skillTitle' | 'title' | 'createdAtMs'> }

/** Contains no config, logs or people. */
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
  /** Absent if the example did not run at review: its publisher promises the output. */
  ran?: { atMs: number; durationMs: number | null }
}

/** The result of a run without an account. It has no id, because nothing of it is stored. */
export type VisitorRun = Pick<
  RunView,
  'state' | 'mode' | 'versionNumber' | 'output' | 'error' | 'durationMs' | 'coercions'
>
