/** Tests may pass a fake. See docs/spec/execution.md §2 and §4. */

import { RUN_LIMITS, SKILL_LIMITS } from '../contracts/document/skill-limits.ts'
import type { PublicError } from '../kernel/errors.ts'
import type { Json, JsonObject } from '../kernel/json/json.ts'

export type SandboxLimits = {
  wallMs: number
  cpuMs: number
  memoryMb: number
  outputBytes: number
  logBytes: number
  logLines: number
}

export const JAVASCRIPT_LIMITS: SandboxLimits = {
  wallMs: SKILL_LIMITS.javascript.timeoutMs,
  cpuMs: SKILL_LIMITS.javascript.cpuMs,
  memoryMb: SKILL_LIMITS.javascript.memoryMb,
  outputBytes: RUN_LIMITS.outputBytes,
  logBytes: RUN_LIMITS.logBytes,
  logLines: RUN_LIMITS.logLines,
}

export const PYTHON_LIMITS: SandboxLimits = {
  ...JAVASCRIPT_LIMITS,
  wallMs: SKILL_LIMITS.python.timeoutMs,
  cpuMs: SKILL_LIMITS.python.cpuMs,
  memoryMb: SKILL_LIMITS.python.memoryMb,
}

/** The longest run that a sandbox host accepts. */
export const MAX_WALL_MS = 60_000

/** Longer than the longest run, so that no run is refused because of other people's runs that only sleep. */
export const MAX_QUEUE_WAIT_MS = MAX_WALL_MS + 15_000

export type SandboxJob = {
  runId: string
  /** Only jobs of one publisher share a process. */
  publisher: string
  /**
   * Who the run is for: opaque ids, only compared with each other. Owners take turns in a full queue, and none can hold
   * more than half of a host's processes.
   */
  organisation: string
  /** Who started the run: a person can have many organisations. Absent for visitors. */
  person?: string | undefined
  /**
   * Approved by an admin, or built in. A host without a jail runs no other code, unless its site is reachable from this
   * machine only.
   */
  isApproved: boolean
  /** Code of another organisation runs in a single-use process. */
  isUnreviewed: boolean
  depth?: number
  runtime: 'javascript' | 'python'
  /** The driver strips types, and preserves lines and columns. */
  definition: string
  parameters: Json
  config: JsonObject
  context: JsonObject
  limits: SandboxLimits
  /** Exact hosts or `*.example.com`; if empty, there is no network. */
  network: string[]
  /** If absent, secrets are assumed; hosts that are not ours get no such job. */
  hasSecrets?: boolean
  /** The egress guard puts them in place of placeholders, for their hosts only. */
  secrets: SandboxSecret[]
  mounts?: Mounts
  entrypoint?: string
}

/** Read-only files for Python; `/workspace` is writable. */
export type Mounts = {
  skills: MountedSkill[]
  blobs: string[]
}

/** Mounted at `/skills/<name>/`, and as module `skills.<name>`. */
export type MountedSkill = {
  name: string
  files: { path: string; base64: string }[]
  /** If present, it runs here; otherwise `main(args)` calls the skill. */
  module?: string
}

export type SandboxSecret = {
  key: string
  value: string
  placeholder: string
  hosts: string[]
  /** Its only location, in lower case; if absent, anywhere in a request. */
  sentIn?: { header: string } | { query: string }
}

export type LogLine = { level: 'debug' | 'info' | 'log' | 'warn' | 'error'; text: string; atMs: number }

export type SandboxEvent = { kind: 'progress'; fraction: number; note: string } | ({ kind: 'log' } & LogLine)

export type SandboxRequest = {
  /** Since the run started; hosts of the previous version send none. */
  atMs?: number
  method: string
  host: string
  status?: number
  refused?: string
  sentBytes: number
  bytes: number
  ms: number
}

export type ThrownError = {
  name: string
  message: string
  /** Only the publisher's frames, with the editor's line numbers. */
  stack: string
  /** Present if the handler threw `{code, message, recoverable, suggested_action, retry_after}`. */
  code?: string
  recoverable?: boolean
  suggestedAction?: string
  /** Not yet known to be a number of seconds. */
  retryAfter?: number
}

/** Calls a skill, tool or blob. The channel identifies the run; both fields are untrusted. */
export type SandboxCall = { method: string; params: Json }

/** The SDK throws an error as an exception of its class. */
export type SandboxReply = { value: Json } | { error: PublicError & { name: string } }

/** `lost` while it ran; `unjailed`: unapproved code; `unable`: no host supports the job. */
export type Unavailability = 'busy' | 'lost' | 'unjailed' | 'unable'

/** `execute` never rejects. */
export type Outcome = { durationMs: number; cpuMs?: number; logs: LogLine[]; requests?: SandboxRequest[] } & (
  | { kind: 'returned'; value: Json }
  | { kind: 'threw'; error: ThrownError }
  | { kind: 'limit'; limit: 'wall' | 'cpu' | 'memory' | 'output' | 'requests'; message: string }
  | { kind: 'cancelled' }
  | { kind: 'unavailable'; message: string; reason?: Unavailability }
)

/** `isDegraded` means that a host has no jail. */
export type SandboxHealth = {
  ok: boolean
  detail: string
  isDegraded?: boolean
  hosts?: HostHealth[]
}

export type HostHealth = { name: string } & ({ ok: false; reason: string } | ({ ok: true } & SandboxdReport))

export type SandboxdReport = {
  engine: string
  /** `never` means that this kind of host has no Python. */
  python: 'ready' | 'preparing' | 'missing' | 'never'
  memory: string
  jail: string
  isDegraded: boolean
  /** Jails that were tried at start, best first. */
  findings: { name: string; isUsable: boolean; reason: string }[]
  running: number
  idle: number
  starting: number
  waiting: number
  capacity: number
}

export type ExecuteOptions = {
  signal?: AbortSignal
  onEvent?: (event: SandboxEvent) => void
  /** `over` is aborted with the run. If absent, every call is refused. */
  onCall?: (call: SandboxCall, over: AbortSignal) => Promise<Json>
}

export type Sandbox = {
  /** Uses a fresh isolate. Aborting `signal` ends the job as `cancelled` within 200 ms. */
  execute(job: SandboxJob, options?: ExecuteOptions): Promise<Outcome>
  health(): Promise<SandboxHealth>
}
