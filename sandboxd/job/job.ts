import { type Lane, RUN_LIMITS } from '../../lib/contracts/document/skill-limits.ts'
import type { JsonObject } from '../../lib/kernel/json/json.ts'
import {
  findSandboxLimits,
  MAX_RECORDING_BYTES,
  MAX_WALL_MS,
  type Mounts,
  type OwnHost,
  type PackagesModule,
  type RecordedExchange,
  type RequestMode,
  type SandboxCall,
  type SandboxEvent,
  type SandboxJob,
  type SandboxLimits,
  type SandboxReply,
  type SandboxSecret,
  type SeededRun,
} from '../../lib/sandbox/sandbox.ts'

/** What a host accepts at most, whatever the site asks for. */
function maxJobLimits(lane: Lane): SandboxLimits {
  const wallMs = MAX_WALL_MS[lane]
  // Hosts and sites may have different versions, so a quick run may use as much CPU time as it may last.
  const cpuMs = lane === 'long' ? findSandboxLimits('python', lane).cpuMs : wallMs
  return { ...findSandboxLimits('python', lane), wallMs, cpuMs }
}

export const MAX_NESTED_RUNS = RUN_LIMITS.callDepth

/**
 * Returns the job with its limits capped at those of this host; undefined for an invalid one. Sites on other machines send
 * jobs too, and may be of another release.
 */
export function parseJob(text: string): SandboxJob | undefined {
  const job = readObject(text)
  if (!job || !isObject(job.config) || !isObject(job.context) || !isObject(job.limits)) return undefined
  const { runId, publisher, definition, runtime, network, limits } = job
  const lane = job.lane === 'long' ? 'long' : 'quick'
  if (typeof runId !== 'string' || typeof publisher !== 'string' || typeof definition !== 'string')
    return undefined
  if (runtime !== 'javascript' && runtime !== 'python') return undefined
  if (!Array.isArray(network) || !network.every((host) => typeof host === 'string')) return undefined
  const packages = readPackages(job.packages)
  const secrets = readSecrets(job.secrets ?? [])
  if (!secrets) return undefined
  return {
    runId,
    ...(typeof job.resumeKey === 'string' && job.resumeKey !== '' && { resumeKey: job.resumeKey }),
    publisher,
    organisation: typeof job.organisation === 'string' ? job.organisation : publisher,
    ...(typeof job.person === 'string' && { person: job.person }),
    // Code is untrusted unless the site says otherwise by both fields.
    isApproved: job.isApproved === true,
    isUnreviewed: job.isUnreviewed !== false,
    ...(typeof job.depth === 'number' && {
      depth: Math.min(Math.max(0, Math.floor(job.depth)), MAX_NESTED_RUNS),
    }),
    runtime,
    lane,
    definition,
    ...(packages && { packages }),
    ...(isObject(job.modules) && { modules: readModules(job.modules) }),
    parameters: job.parameters ?? null,
    config: job.config,
    context: job.context,
    network: network as string[],
    ownHosts: readOwnHosts(job.ownHosts),
    ...(isTexts(job.deniedHosts) && { deniedHosts: job.deniedHosts }),
    ...(isTexts(job.chosenHosts) && { chosenHosts: job.chosenHosts }),
    ...(typeof job.tokenScope === 'string' && job.tokenScope !== '' && { tokenScope: job.tokenScope }),
    secrets,
    ...(isMounts(job.mounts) && { mounts: job.mounts as Mounts }),
    ...(typeof job.entrypoint === 'string' && { entrypoint: job.entrypoint }),
    ...(isObject(job.requestMode) && { requestMode: readRequestMode(job.requestMode) }),
    ...(isSeeded(job.seeded) && { seeded: job.seeded }),
    limits: capLimits(maxJobLimits(lane), limits),
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

/** A malformed list permits nothing. */
function readOwnHosts(value: unknown): OwnHost[] {
  const isPort = (port: unknown) =>
    port === undefined || (Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536)
  const isFlag = (flag: unknown) => flag === undefined || typeof flag === 'boolean'
  const isOwnHost = (each: unknown) =>
    isObject(each) &&
    typeof each.host === 'string' &&
    isPort(each.port) &&
    isPort(each.mockPort) &&
    isFlag(each.mayBeThisMachine)
  return Array.isArray(value) && value.every(isOwnHost) ? (value as OwnHost[]) : []
}

/** Without its code, a bundle is one that the host may have; `withPackages` asks for it. */
function readPackages(value: unknown): PackagesModule | undefined {
  if (!isObject(value)) return undefined
  const { key, code = '', hasNode } = value
  if (typeof key !== 'string' || typeof code !== 'string' || typeof hasNode !== 'boolean') return undefined
  return { key, code, hasNode }
}

/** They are written to the isolate's `/code`; what would leave that folder is not written. */
function readModules(modules: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(modules).filter(
      (entry): entry is [string, string] =>
        /^code\/[\w/]+\.py$/.test(entry[0]) && typeof entry[1] === 'string',
    ),
  )
}

/** A malformed recording has no exchanges, so that no request leaves. */
function readRequestMode({ kind, exchanges, isOptional }: JsonObject): RequestMode {
  if (kind === 'record') return isOptional === true ? { kind, isOptional } : { kind }
  const isRecorded = Array.isArray(exchanges) && exchanges.every(isExchange)
  return { kind: 'replay', exchanges: isRecorded ? (exchanges as RecordedExchange[]) : [] }
}

function isSeeded(value: unknown): value is SeededRun {
  return (
    isObject(value) &&
    typeof value.startMs === 'number' &&
    typeof value.seed === 'string' &&
    /^[0-9a-f]{32}$/.test(value.seed)
  )
}

function isExchange(value: unknown): boolean {
  return (
    isObject(value) &&
    [value.method, value.url, value.bodyDigest].every((each) => typeof each === 'string') &&
    isObject(value.reply)
  )
}

function isMounts(value: unknown): boolean {
  if (!isObject(value) || !Array.isArray(value.skills) || !Array.isArray(value.blobs)) return false
  const isSkill = (each: unknown) =>
    isObject(each) && typeof each.name === 'string' && Array.isArray(each.files) && each.files.every(isFile)
  return value.skills.every(isSkill) && value.blobs.every((id) => typeof id === 'string')
}

function isFile(value: unknown): boolean {
  return isObject(value) && typeof value.path === 'string' && typeof value.base64 === 'string'
}

function readSecrets(value: unknown): SandboxSecret[] | undefined {
  const isSecret = (each: unknown) =>
    isObject(each) &&
    [each.key, each.value, each.placeholder].every((part) => typeof part === 'string') &&
    Array.isArray(each.hosts) &&
    each.hosts.every((host) => typeof host === 'string') &&
    (each.sentIn === undefined || isSentIn(each.sentIn))
  return Array.isArray(value) && value.every(isSecret) ? (value as SandboxSecret[]) : undefined
}

function isSentIn(value: unknown): boolean {
  return isObject(value) && (typeof value.header === 'string') !== (typeof value.query === 'string')
}

function readObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function capLimits(max: SandboxLimits, requested: JsonObject): SandboxLimits {
  const names = Object.keys(max) as (keyof SandboxLimits)[]
  return Object.fromEntries(
    names.map((name) => [name, capLimit(max[name], requested[name])]),
  ) as SandboxLimits
}

function capLimit(max: number, requested: unknown): number {
  return typeof requested === 'number' && requested > 0 ? Math.min(requested, max) : max
}

/**
 * Above what a job can need: definition, input and config have smaller limits of their own, and JSON writes some bytes of a
 * recording with six.
 */
export const MAX_JOB_BYTES = 16 * 1024 * 1024 + 6 * MAX_RECORDING_BYTES

export const MAX_HOST_CALLS = RUN_LIMITS.calls
export const MAX_BLOB_PARTS = RUN_LIMITS.blobParts
/** Enough for a blob of 10 MiB in Base64. */
export const MAX_HOST_CALL_BYTES = 15 * 1024 * 1024

/** Limited besides the bytes, because many small values take longer to parse than their bytes suggest. */
export const MAX_HOST_CALL_VALUES = 1_000_000

export const MAX_QUEUED_JOBS = 100

export type RunListener = {
  signal: AbortSignal
  onEvent: (event: SandboxEvent) => void
  /** Asks the site. Rejects if it is gone. Undefined if the run cannot make host calls. */
  onCall?: (call: SandboxCall) => Promise<SandboxReply>
}
