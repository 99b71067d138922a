/**
 * What a sandbox is: the port between the trade and the box that publishers' code runs in.
 *
 * Floor 2. `sandbox-client.ts` speaks it to sandboxd; tests may hand in a pretend one.
 * Source: specification "Execution", Handler, Limits and refusals.
 */
import { RUN_LIMITS, SKILL_LIMITS } from '../contract/document/skill-limits.ts'
import type { Json, JsonObject } from '../contract/json/json.ts'
import type { PublicError } from '../errors.ts'

export type SandboxLimits = {
  wallMs: number
  /** Counted where sandboxd runs on Linux; elsewhere the wall clock alone ends a run. */
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

export type SandboxJob = {
  runId: string
  /** Whose code it is; the box may keep a process per publisher. */
  publisher: string
  /** Who runs it. When the box is full, organisations take turns. */
  organisation: string
  /**
   * Nobody has approved the code, and it is not the caller's own: it gets a process that is used once, and is refused
   * where there is no jail.
   */
  isUnreviewed: boolean
  /** How many runs wait for this one, above it: 0 when a person does. */
  depth?: number
  runtime: 'javascript' | 'python'
  /** Source as authored; the driver strips types, keeping lines and columns. */
  definition: string
  parameters: Json
  /** Plain values; a brokered secret is a placeholder here, never the value. */
  config: JsonObject
  context: JsonObject
  limits: SandboxLimits
  /** Hosts the run may reach, exact or `*.example.com`; none, and there is no network. */
  network: string[]
  /**
   * False when nothing in its config is a secret, in the clear or as a placeholder. Unsaid, it is taken to have some: a
   * host that is not ours gets no such job.
   */
  hasSecrets?: boolean
  /** Values that the guard puts in the place of their placeholders, on the way to their hosts only. */
  secrets: SandboxSecret[]
  /** Python only. */
  mounts?: Mounts
  /** Python only: the function that is called; "main" when absent. */
  entrypoint?: string
}

/** What Python finds in its file system, read-only; `/workspace` is its own. */
export type Mounts = {
  skills: MountedSkill[]
  /** "blob:…", each at `/blobs/<id>`; they are asked for like any blob. */
  blobs: string[]
}

/** At `/skills/<name>/`, and as the module `skills.<name>`. */
export type MountedSkill = {
  name: string
  files: { path: string; base64: string }[]
  /** Python that is run in place. Without it `main(args)` is a call of the skill. */
  module?: string
}

export type SandboxSecret = { key: string; value: string; placeholder: string; hosts: string[] }

export type LogLine = { level: 'debug' | 'info' | 'log' | 'warn' | 'error'; text: string; atMs: number }

/** What reaches the driver while a job runs. */
export type SandboxEvent = { kind: 'progress'; fraction: number; note: string } | ({ kind: 'log' } & LogLine)

/** One request that a run made, or was refused, in its trace. */
export type SandboxRequest = {
  method: string
  /** Empty when the URL had none. */
  host: string
  /** Absent while nothing was answered. */
  status?: number
  /** Why it was not let out, or what became of it. */
  refused?: string
  sentBytes: number
  /** Of the answer's body, as far as it was read. */
  bytes: number
  ms: number
}

export type ThrownError = {
  /** The exception's class. */
  name: string
  message: string
  /** Trimmed to the publisher's code, with the editor's line numbers. */
  stack: string
  /** Present when the handler threw `{code, message, recoverable, suggested_action}`. */
  code?: string
  recoverable?: boolean
  suggestedAction?: string
}

/**
 * Something a running job asks of Guildhall: another skill, a tool, a blob. The box carries it unread, and whose run
 * it is comes from the channel alone; whoever answers distrusts both parts.
 */
export type SandboxCall = { method: string; params: Json }

/** What a call is answered with; the code in the box sees a refusal thrown, under the SDK's class name. */
export type SandboxReply = { value: Json } | { error: PublicError & { name: string } }

/**
 * `lost` while it ran; `unjailed` code that nobody reviewed, on a host that cannot lock it up; `unable` when no host of the
 * list has what the job needs.
 */
export type Unavailability = 'busy' | 'lost' | 'unjailed' | 'unable'

/** How a job ended. Never an exception: the box says what happened, the trade decides what it means. */
export type Outcome = { durationMs: number; cpuMs?: number; logs: LogLine[]; requests?: SandboxRequest[] } & (
  | { kind: 'returned'; value: Json }
  | { kind: 'threw'; error: ThrownError }
  | { kind: 'limit'; limit: 'wall' | 'cpu' | 'memory' | 'output' | 'requests'; message: string }
  | { kind: 'cancelled' }
  /** The box is down or has no engine for this runtime: nothing ran, unless `reason` says that it was lost. */
  | { kind: 'unavailable'; message: string; reason?: Unavailability }
)

/** `isDegraded`: it works, without a jail around the engine. */
export type SandboxHealth = {
  ok: boolean
  /** For anybody to read: no addresses. */
  detail: string
  isDegraded?: boolean
  /** Each host, for those who look after them. */
  hosts?: HostHealth[]
}

export type HostHealth = { name: string } & ({ ok: false; why: string } | ({ ok: true } & BoxReport))

/** What a sandboxd says of itself. */
export type BoxReport = {
  engine: string
  /** `never`: this kind of host has none. */
  python: 'ready' | 'preparing' | 'missing' | 'never'
  memory: string
  jail: string
  isDegraded: boolean
  /** Each way of locking up that was tried at the start, best first, and why it was passed over. */
  findings: { name: string; holds: boolean; why: string }[]
  running: number
  idle: number
  starting: number
  waiting: number
  /** Runs that it can carry at once. */
  capacity: number
}

export type ExecuteOptions = {
  signal?: AbortSignal
  onEvent?: (event: SandboxEvent) => void
  /**
   * Answers what the job asks; what it throws is what the job gets. `over` is aborted when the run is over, however
   * it ended. Without it every call is refused.
   */
  onCall?: (call: SandboxCall, over: AbortSignal) => Promise<Json>
}

export type Sandbox = {
  /** Runs one job in a fresh isolate. Aborting `signal` ends it as `cancelled` within 200 ms. */
  execute(job: SandboxJob, options?: ExecuteOptions): Promise<Outcome>
  /** Whether the box answers, and what it says of itself. */
  health(): Promise<SandboxHealth>
}
