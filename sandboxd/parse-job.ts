/** Makes a job of what came over the socket. Limits are held to the box's own ceiling, whoever asks for more. */
import type { JsonObject } from '../lib/contract/json/json.ts'
import type { Mounts, SandboxJob, SandboxSecret } from '../lib/sandbox/sandbox.ts'
import { CEILING, MAX_DEPTH } from './limits.ts'

/** Returns undefined when `text` is not a job: the caller is a program of ours with a fault. */
export function parseJob(text: string): SandboxJob | undefined {
  const job = readObject(text)
  if (!job || !isObject(job.config) || !isObject(job.context) || !isObject(job.limits)) return undefined
  const { runId, publisher, definition, runtime, network, limits } = job
  if (typeof runId !== 'string' || typeof publisher !== 'string' || typeof definition !== 'string')
    return undefined
  if (runtime !== 'javascript' && runtime !== 'python') return undefined
  if (!Array.isArray(network) || !network.every((host) => typeof host === 'string')) return undefined
  const secrets = readSecrets(job.secrets ?? [])
  if (!secrets) return undefined
  return {
    runId,
    publisher,
    organisation: typeof job.organisation === 'string' ? job.organisation : publisher,
    // Said by nobody, it is trusted by nobody.
    isUnreviewed: job.isUnreviewed !== false,
    ...(typeof job.depth === 'number' && { depth: Math.min(Math.max(0, Math.floor(job.depth)), MAX_DEPTH) }),
    runtime,
    definition,
    parameters: job.parameters ?? null,
    config: job.config,
    context: job.context,
    network: network as string[],
    secrets,
    ...(isMounts(job.mounts) && { mounts: job.mounts as unknown as Mounts }),
    ...(typeof job.entrypoint === 'string' && { entrypoint: job.entrypoint }),
    limits: {
      wallMs: atMost(CEILING.wallMs, limits.wallMs),
      cpuMs: atMost(CEILING.wallMs, limits.cpuMs),
      memoryMb: atMost(CEILING.memoryMb, limits.memoryMb),
      outputBytes: atMost(CEILING.outputBytes, limits.outputBytes),
      logBytes: atMost(CEILING.logBytes, limits.logBytes),
      logLines: atMost(CEILING.logLines, limits.logLines),
    },
  }
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
    each.hosts.every((host) => typeof host === 'string')
  return Array.isArray(value) && value.every(isSecret) ? (value as SandboxSecret[]) : undefined
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

function atMost(ceiling: number, asked: unknown): number {
  return typeof asked === 'number' && asked > 0 ? Math.min(asked, ceiling) : ceiling
}
