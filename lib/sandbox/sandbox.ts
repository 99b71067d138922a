/** The sandbox as the site sees it, in docs/spec/execution.md §2 and §4. Tests may pass another one. */

import type { SecretUse } from '../contracts/document/secret-use.ts'
import {
  type Lane,
  LONG_RUN_LIMITS,
  LONG_SKILL_LIMITS,
  RUN_LIMITS,
  SKILL_LIMITS,
} from '../contracts/document/skill-limits.ts'
import type { OwnModules } from '../contracts/packages/own-modules.ts'
import type { PublicError } from '../kernel/errors.ts'
import type { Json, JsonObject } from '../kernel/json/json.ts'

export type SandboxLimits = {
  wallMs: number
  cpuMs: number
  memoryMb: number
  outputBytes: number
  logBytes: number
  logLines: number
  /** Of parts that the run emits. */
  parts: number
  /** Of all parts together, as JSON. */
  partBytes: number
  requests: number
  /** Of all responses together. */
  answerBytes: number
}

export const JAVASCRIPT_LIMITS: SandboxLimits = {
  wallMs: SKILL_LIMITS.javascript.timeoutMs,
  cpuMs: SKILL_LIMITS.javascript.cpuMs,
  memoryMb: SKILL_LIMITS.javascript.memoryMb,
  outputBytes: RUN_LIMITS.outputBytes,
  logBytes: RUN_LIMITS.logBytes,
  logLines: RUN_LIMITS.logLines,
  parts: RUN_LIMITS.parts,
  partBytes: RUN_LIMITS.partBytes,
  requests: RUN_LIMITS.requests,
  answerBytes: RUN_LIMITS.requests * RUN_LIMITS.responseBytes,
}

export const PYTHON_LIMITS: SandboxLimits = {
  ...JAVASCRIPT_LIMITS,
  wallMs: SKILL_LIMITS.python.timeoutMs,
  cpuMs: SKILL_LIMITS.python.cpuMs,
  memoryMb: SKILL_LIMITS.python.memoryMb,
}

/** Of both languages. */
export const LONG_LIMITS: SandboxLimits = {
  ...JAVASCRIPT_LIMITS,
  wallMs: LONG_SKILL_LIMITS.timeoutMs,
  cpuMs: LONG_SKILL_LIMITS.cpuMs,
  memoryMb: LONG_SKILL_LIMITS.memoryMb,
  ...LONG_RUN_LIMITS,
}

export function findSandboxLimits(runtime: SandboxJob['runtime'], lane: Lane = 'quick'): SandboxLimits {
  if (lane === 'long') return LONG_LIMITS
  return runtime === 'python' ? PYTHON_LIMITS : JAVASCRIPT_LIMITS
}

/** The longest run that a sandbox host accepts. */
export const MAX_WALL_MS: Record<Lane, number> = { quick: 60_000, long: LONG_LIMITS.wallMs }

/** Longer than the longest run, so that no run is refused because of other people's runs that only sleep. */
export const MAX_QUEUE_WAIT_MS: Record<Lane, number> = {
  quick: MAX_WALL_MS.quick + 15_000,
  long: MAX_WALL_MS.long + 15_000,
}

export type SandboxJob = {
  runId: string
  /**
   * A secret of the site, by which another of its processes can follow the run. The host goes on with such a run when its
   * caller is gone, and keeps its outcome for a while.
   */
  resumeKey?: string
  /** Only jobs of one publisher share a process. */
  publisher: string
  /**
   * Who the run is for: opaque ids, only compared with each other. Owners take turns in a full queue, and none can hold
   * more than half of a host's processes.
   */
  organisation: string
  /** Who started the run, since a person can have many organisations. Undefined for visitors. */
  person?: string | undefined
  /**
   * True for code that an admin approved, and for built-in code. A host without a jail runs no other code, unless its site
   * is reachable from this machine only.
   */
  isApproved: boolean
  /** True for another organisation's code that nobody has reviewed; it gets a process that no other run uses. */
  isUnreviewed: boolean
  depth?: number
  runtime: 'javascript' | 'python'
  /** Lanes share no processes. Absent means `quick`. */
  lane?: Lane
  /** The source. Types are stripped before it runs, and lines and columns stay as they are. */
  definition: string
  /**
   * The module that exports what the definition imports (lib/contracts/packages/package-imports.ts). Without it a
   * definition cannot import anything.
   */
  packages?: PackagesModule
  /** Own modules of a skill in Python, by path: "code/words.py". Those in JavaScript are in the bundle. */
  modules?: OwnModules
  parameters: Json
  config: JsonObject
  context: JsonObject
  limits: SandboxLimits
  /** The hosts that the code may reach, exact or as `*.example.com`; none means no network. */
  network: string[]
  /** Declared hosts in the operator's own network, which may have private addresses. */
  ownHosts?: OwnHost[]
  /** Hosts that the operator denied to all skills, with all below them; `DENIED_HOSTS_CALL` asks for the current ones. */
  deniedHosts?: readonly string[]
  /** Those of `network` that the caller chose, as an address in the parameters. Their names are observed nowhere. */
  chosenHosts?: string[]
  /** The organisation and the SkillSet, whose runs share access tokens that the egress guard fetched. */
  tokenScope?: string
  /** Undefined counts as true. A host that is not ours gets no job with secrets. */
  hasSecrets?: boolean
  /** The code sees placeholders. The egress guard replaces them in requests to the secret's hosts. */
  secrets: SandboxSecret[]
  mounts?: Mounts
  entrypoint?: string
  /** Absent: requests leave, and nothing of them is kept but what `SandboxRequest` has. */
  requestMode?: RequestMode
  /** Absent: the run has the clock and the randomness of its host. */
  seeded?: SeededRun
}

/** Where the wall clock of a replay starts, and what its random numbers come from: 32 hexadecimal digits. */
export type SeededRun = { startMs: number; seed: string }

/**
 * `record`: requests leave, and the outcome has each with its response. `replay`: requests are answered from a recording,
 * and none leaves; those that it does not have are refused. A recording that becomes too large ends the run, or if it is
 * optional, the recording: then the outcome has no exchanges.
 */
export type RequestMode =
  | { kind: 'record'; isOptional?: boolean }
  | { kind: 'replay'; exchanges: readonly RecordedExchange[] }

/** All responses of a recording together: as much as one response may have. */
export const MAX_RECORDING_BYTES = RUN_LIMITS.responseBytes

/** The same of optional recordings, which hosts hold in memory beside the runs of everybody. */
export const MAX_OPTIONAL_RECORDING_BYTES = 4 * 1024 * 1024

/** A request as the code sent it, with placeholders in place of secrets, and the response that the code got. */
export type RecordedExchange = {
  method: string
  url: string
  /** `accept` and `content-type`, if it had them. */
  headers: Record<string, string>
  /** SHA-256 of the body as `digestBody` reads it, in hex; of nothing without a body. */
  bodyDigest: string
  bodyBytes: number
  reply: RecordedReply
}

export type RecordedReply =
  | { kind: 'response'; status: number; headers: Record<string, string | string[]>; body: RecordedBody }
  | { kind: 'failure'; message: string; isTransient: boolean }

/** Decompressed. `base64` if it is not UTF-8. */
export type RecordedBody = { text: string } | { base64: string }

export type OwnHost = {
  host: string
  /** Any port if absent. */
  port?: number
  /** True for hosts of the operator, whose addresses may be those of this machine; hosts that admins list may not. */
  mayBeThisMachine?: boolean
  /** For drafts: requests go to this port of the sandbox's machine, in plain HTTP, instead of to the host. */
  mockPort?: number
}

/** The host call by which a sandbox host asks for the hosts that are denied now. */
export const DENIED_HOSTS_CALL = 'deniedHosts'

/** The host call by which a sandbox host asks for the code of a job's packages. No skill can answer it. */
export const PACKAGES_CALL = 'packages'

export type PackagesModule = {
  /** SHA-256 of the code, by which hosts and processes keep it. */
  key: string
  /** A module in JavaScript, or a zip archive of Python's packages in Base64. */
  code: string
  /** Packages of npm may use modules of Node. */
  hasNode: boolean
}

/** Read-only files for Python. Only `/workspace` is writable. */
export type Mounts = {
  /** The skill's own files, mounted at `/files/`. */
  files?: MountedFile[]
  skills: MountedSkill[]
  blobs: string[]
}

type MountedFile = { path: string; base64: string }

/** A skill whose files are mounted at `/skills/<name>/`, and which Python imports as `skills.<name>`. */
export type MountedSkill = {
  name: string
  files: MountedFile[]
  /** The source of a module that runs in the importing process. Without one, `main(args)` calls the skill. */
  module?: string
}

export type SandboxSecret = {
  key: string
  value: string
  placeholder: string
  hosts: string[]
  /** The only place where it is sent, in lower case; undefined allows any place in a request. */
  sentIn?: { header: string } | { query: string }
  /** Signs requests to the hosts instead of being sent. Keys of settings are resolved. */
  use?: SecretUse
}

export type LogLine = { level: 'debug' | 'info' | 'log' | 'warn' | 'error'; text: string; atMs: number }

export type SandboxEvent =
  | { kind: 'progress'; fraction: number; note: string }
  | ({ kind: 'log' } & LogLine)
  /** A part of a streamed output, in the order in which the code emitted them. */
  | { kind: 'part'; value: Json }

export type SandboxRequest = {
  /** Milliseconds since the run started. Hosts of the previous version send none. */
  atMs?: number
  method: string
  host: string
  status?: number
  refused?: string
  /** True if it was refused because the recording has no such request. */
  isUnrecorded?: boolean
  /** The code of the error if the request was refused and the code of the skill did not catch that. */
  code?: 'PRECONDITION_FAILED' | 'SEARCH_API_ERROR' | 'POLICY_DENIED'
  sentBytes: number
  bytes: number
  ms: number
  /** Keys of the secrets that it carried or that signed it. */
  secrets?: string[]
}

/** Requests of a run to one place, together: docs/spec/behaviour.md §1. It holds no data of the run. */
export type ObservedRequests = {
  method: string
  /** A host or pattern that the skill declares, `{address}` for others that it may reach. */
  host: string
  /** "" for a host that the skill may not reach. */
  path: string
  query: string[]
  /** Names of headers that are not sent by every client. */
  headers: string[]
  calls: number
  /** By class, such as "2xx"; "refused" by the guard. */
  statuses: Record<string, number>
  sentBytes: number
  maxSentBytes: number
  receivedBytes: number
  secrets: string[]
}

/** Of one run. Further places are counted together, as `{other}`. */
export const MAX_OBSERVED_PLACES = 60

export type ThrownError = {
  name: string
  message: string
  /** Has only the publisher's frames, with the line numbers of the studio's editor. */
  stack: string
  /** Set if the handler threw `{code, message, recoverable, suggested_action, retry_after, field}`; so are those below. */
  code?: string
  recoverable?: boolean
  suggestedAction?: string
  /** As the handler gave it: any number, which the site still has to check. */
  retryAfter?: number
  /** The field of the input that the error is about, by its name or a JSON Pointer. */
  field?: string
}

/** A call of a skill, tool or blob. Method and parameters are untrusted; which run makes it is known from the connection. */
export type SandboxCall = {
  method: string
  params: Json
  /** Counts the calls of a run with a `resumeKey`, which are repeated to the process that follows it next. */
  number?: number
}

/** The reply to a call. `name` is the class of exception that the SDK throws for an error. */
export type SandboxReply = { value: Json } | { error: PublicError & { name: string } }

/**
 * `lost`: the host went away during the run. `unjailed`: the host has no jail for unapproved code. `unable`: no host supports
 * the job. `taken`: the run goes on, and another process of the site follows it.
 */
export type Unavailability = 'busy' | 'lost' | 'unjailed' | 'unable' | 'taken'

/** How a job ended. `execute` never rejects: its failures are outcomes too. */
export type Outcome = { durationMs: number; cpuMs?: number; logs: LogLine[]; requests?: SandboxRequest[] } & {
  /** The same requests by place. Hosts of the previous version send none. */
  observed?: ObservedRequests[]
  /** Resident memory of the process after the run. Several runs may have used it, one after another. */
  memoryMb?: number
  /** Of a job with `requestMode: record`, in the order in which they began; absent if they became too large. */
  exchanges?: RecordedExchange[]
} & (
    | { kind: 'returned'; value: Json }
    | { kind: 'threw'; error: ThrownError }
    | { kind: 'limit'; limit: 'wall' | 'cpu' | 'memory' | 'output' | 'parts' | 'requests'; message: string }
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
  /**
   * Follows the run that another process has started with the job's `resumeKey`: its events and open calls are repeated.
   * The outcome is `lost` if no host has this run.
   */
  isResumed?: boolean
  onEvent?: (event: SandboxEvent) => void
  /** Receives the secrets that a resumed run was started with, which may have changed since. */
  onSecrets?: (secrets: SandboxSecret[]) => void
  /** Answers a call of the run. `runEnded` aborts when the run ends. Without it, every call is refused. */
  onCall?: (call: SandboxCall, runEnded: AbortSignal) => Promise<Json>
}

export type Sandbox = {
  /** Runs a job in a fresh isolate. Aborting `signal` ends it as `cancelled` within 200 ms. */
  execute(job: SandboxJob, options?: ExecuteOptions): Promise<Outcome>
  health(): Promise<SandboxHealth>
}
