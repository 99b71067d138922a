/** What every door shows of a run. Plain data: survives JSON and the server-action boundary. Floor 3, types only. */

import type { SkillButton } from '../contract/document/skillset-document.ts'
import type { Json, JsonSchema } from '../contract/json/json.ts'
import type { RunState } from '../contract/market/run-states.ts'
import type { Effects, ToolResult } from '../contract/plan/tool-result.ts'
import type { Coercion } from '../contract/schema/coercion.ts'
import type { RunTerms } from '../db/runs.ts'
import type { Issue, PublicError } from '../errors.ts'
import type { LogLine, SandboxRequest } from '../sandbox/sandbox.ts'
import type { PlanStepRef } from './open-run.ts'
import type { Receipt } from './receipt.ts'

export type { Coercion } from '../contract/schema/coercion.ts'

/** An input that was made for an older major version, and what came of it. */
export type RunMigration = {
  /** The major: "1". */
  from: string
  /** The version that ran: "3.0.0". */
  to: string
  /** The versions whose migrations it went through before, in their order: ["2.4.0"]. */
  via?: string[]
  /** As it was sent, secrets redacted. */
  input: Json
}

export type RunView = {
  id: string
  /** publisher.skillset.skill */
  skillName: string
  versionNumber: string
  mode: 'development' | 'production'
  state: RunState
  /** What the handler got: after migration, defaults and coercion, secrets redacted. */
  input: Json
  migration?: RunMigration
  coercions: Coercion[]
  /** Absent when the run failed or its result was withheld. */
  output?: Json
  error?: PublicError
  /** Broken promises and stack: only for the publisher's own people. */
  errorDetail?: { issues?: Issue[]; stack?: string }
  /** Broken promises of a development run: shown, and the value passed through. */
  warnings: Issue[]
  /** What to know of the version: deprecated, or a better one waits for consent. */
  notices: string[]
  logs: LogLine[]
  /** "blob:…" of those it was given, and of those it made; absent when there are none. */
  inputBlobs?: string[]
  outputBlobs?: string[]
  /** What it asked of the network; absent when it asked nothing. */
  requests?: SandboxRequest[]
  /** 0…1 while it runs, when the handler reports it. */
  progress?: number
  progressNote?: string
  contractHash: string
  /** Of what it might do: permissions, prompt and price. */
  permissionsHash?: string
  /** What it costs, decimal USDC; absent when it is free. */
  price?: string
  /** What it cost in the end with all that it called, "0" when nothing; absent while that is open, and when all is free. */
  charged?: string
  /** Of that, what the runs that it called cost; absent when they cost nothing. */
  chargedForCalls?: string
  /** When an admin gave all of that back. */
  refundedAtMs?: number
  /** Why it is free, or that it is paid. */
  terms?: RunTerms['terms']
  durationMs?: number
  /** Of processor time, where it is counted. */
  cpuMs?: number
  /** Epoch milliseconds. */
  createdAtMs: number
  /** Absent while it waits. */
  startedAtMs?: number
  endedAtMs?: number
  /** When what it took and gave was forgotten, as its organisation wants it of old runs. */
  forgottenAtMs?: number
  /** It was to change nothing. */
  dryRun?: boolean
  /** Of a tool: what it was observed to change. */
  effects?: Effects
  /** The attempt at a step of a plan that it was. */
  planStep?: PlanStepRef
  /** Of a tool, and of a plan's step, once it has ended. */
  toolResult?: ToolResult
}

/** One line of the history. */
export type RunLine = {
  id: string
  skillName: string
  versionNumber: string
  mode: RunView['mode']
  door: string
  state: RunState
  error?: PublicError
  userName: string
  durationMs?: number
  createdAtMs: number
}

export type RunList = {
  runs: RunLine[]
  /** Opaque; null on the last page. */
  nextCursor: string | null
}

/** What panels need to know of the skill that was run; null when its contract is not kept (a draft). */
export type RunSkill = {
  title: string
  parameters?: JsonSchema
  response?: JsonSchema
  buttons: SkillButton[]
  /** Of the version that was run: permissions, prompt and price. */
  permissionsHash: string
}

/** The run that another one repeats, to compare the two. */
export type RunBefore = {
  id: string
  input: Json
  /** Absent when it gave none, and when it is too large to compare. */
  output?: Json
  isLarge?: boolean
}

/** Everything the page of one run shows. */
export type RunPage = {
  run: RunView
  receipt: Receipt
  door: string
  userName: string
  skill: RunSkill | null
  rerunOfId: string | null
  /** That run, when the viewer may see it. */
  before: RunBefore | null
  /** The run that called this one, and those that it called. */
  parent: RunLine | null
  children: RunLine[]
  /** The person who made the run, and owners and admins of the organisation: may cancel and share it. */
  canManage: boolean
  /** The viewer is one of the skill's publisher: its input can become an example. */
  canTeach: boolean
  shares: ShareLine[]
}

/** A read-only link to a run. The token itself is shown once, when the link is made. */
export type ShareLine = { id: string; createdAtMs: number; revokedAtMs: number | null }

/** What a shared link shows: nothing of config, logs or who ran it. */
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
  >
  skill: RunSkill | null
}

export type PresetView = { id: string; name: string; input: Json; createdAtMs: number }
