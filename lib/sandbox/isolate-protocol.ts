/** What isolates in workerd and on Cloudflare are sent, and how their responses are read, which are untrusted and bounded. */
import type http from 'node:http'
import type { LogBuffer } from './log-buffer.ts'
import { type FrameBounds, type IsolateFrame, readFrames } from './read-frames.ts'
import {
  findSandboxLimits,
  type Outcome,
  type PackagesModule,
  type SandboxEvent,
  type SandboxJob,
} from './sandbox.ts'

export type IsolateRun = { job: SandboxJob; logs: LogBuffer; onEvent: (event: SandboxEvent) => void }

const MAX_PROGRESS_EVENTS = 500
/** A long run that reports as often as the isolate sends, every 50 ms. */
const MAX_LONG_PROGRESS_EVENTS = 20_000

function maxProgressEvents({ lane }: SandboxJob): number {
  return lane === 'long' ? MAX_LONG_PROGRESS_EVENTS : MAX_PROGRESS_EVENTS
}

export const HEAD_HEADER = 'x-guildhall-head'

/**
 * Returns a job in two parts: the head, of which the isolate is created, and the input, which is passed on to it unread. All
 * Python isolates are created alike, so their head is empty.
 */
export function encodeJob({ job, module }: { job: SandboxJob; module: string }): {
  head: string
  input: string
} {
  const { parameters, config, context, limits, mounts, entrypoint, packages, modules, seeded } = job
  const isOnline = job.network.length > 0
  const input = JSON.stringify({ parameters, config, context, limits, isOnline, mounts, entrypoint, seeded })
  return job.runtime === 'python'
    ? { head: '', input: JSON.stringify({ definition: module, packagesKey: packages?.key, modules, input }) }
    : { head: JSON.stringify({ definition: module, isOnline, ...(packages && toHead(packages)) }), input }
}

/** The process has the code already, because a megabyte in each head would take longer than most runs. */
function toHead({ key, hasNode }: PackagesModule): { packages: Omit<PackagesModule, 'code'> } {
  return { packages: { key, hasNode } }
}

/** An outcome without what is measured outside the isolate. */
export type Ending = Outcome extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'durationMs' | 'cpuMs' | 'memoryMb' | 'logs' | 'requests' | 'observed' | 'exchanges'>
    : never
  : never

/** Returns how the run ended; undefined if the response broke off before it said so. Throws OutputLimitExceeded. */
export async function readIsolateResponse(
  response: http.IncomingMessage,
  { job, logs, onEvent }: IsolateRun,
): Promise<Ending | undefined> {
  if (response.statusCode !== 200) return readStartFailure(response)
  try {
    return await readEnding(response, { job, logs, onEvent })
  } finally {
    // Destroyed without an error, which would capture a stack trace in each run.
    response.destroy()
  }
}

async function readEnding(
  response: http.IncomingMessage,
  { job, logs, onEvent }: IsolateRun,
): Promise<Ending | undefined> {
  let progressEvents = 0
  let parts = 0
  let partBytes = 0
  const chunks = response.iterator({ destroyOnReturn: false })
  for await (const frame of readFrames(chunks, computeFrameBounds(job))) {
    if (frame.kind === 'log') {
      const { kind, ...line } = frame
      const stored = logs.add(line)
      if (stored) onEvent({ kind, ...stored })
    } else if (frame.kind === 'progress') {
      progressEvents += 1
      if (progressEvents <= maxProgressEvents(job)) onEvent(frame)
    } else if (frame.kind === 'part') {
      parts += 1
      partBytes += frame.bytes
      if (parts > job.limits.parts || partBytes > job.limits.partBytes) return limitEnding('parts', job)
      onEvent({ kind: 'part', value: frame.value })
    } else return toEnding(frame, job)
  }
  return undefined
}

/** Progress is sent at most every 50 ms, and completion (1) once in between. */
const PROGRESS_LINES_PER_MS = 2 / 50
const SPARE_LINES = 100

function computeFrameBounds(job: SandboxJob): FrameBounds {
  const { limits } = job
  const lineBytes = Math.max(limits.outputBytes, limits.partBytes, limits.logBytes) + 64
  const talkBytes = 6 * limits.logBytes + 100 * limits.logLines + 300 * maxProgressEvents(job)
  const streamBytes = limits.partBytes + 64 * limits.parts
  const lines =
    limits.logLines + limits.parts + Math.ceil(limits.wallMs * PROGRESS_LINES_PER_MS) + SPARE_LINES
  return { lineBytes, totalBytes: lineBytes + talkBytes + streamBytes, lines }
}

/** The memory limit of a run and its process, as in the engines' configs. */
export function memoryMbOf({ runtime, lane }: Pick<SandboxJob, 'runtime' | 'lane'>): number {
  return findSandboxLimits(runtime, lane).memoryMb
}

/** What `fetch` throws without declared hosts. sandboxd/isolate/fetch.js, which imports nothing from here, has the same text. */
export const NO_HOSTS_DECLARED = 'This SkillSet does not declare any hosts in permissions.network.'

/** Time for the isolate to end a run at its deadline, before it is killed. */
export const GRACE_MS = 250

function toEnding(
  frame: Exclude<IsolateFrame, { kind: 'log' | 'progress' | 'part' }>,
  job: SandboxJob,
): Ending {
  return frame.kind === 'limit' ? limitEnding(frame.limit, job) : frame
}

export function limitEnding(limit: 'wall' | 'cpu' | 'memory' | 'output' | 'parts', job: SandboxJob): Ending {
  const { limits } = job
  const message = {
    cpu: `The skill exceeded its CPU time limit of ${limits.cpuMs / 1000} s.`,
    wall: `The skill exceeded its time limit of ${limits.wallMs / 1000} s.`,
    memory: `The skill exceeded its memory limit of ${job.lane === 'long' ? limits.memoryMb : memoryMbOf(job)} MB.`,
    output: `The skill exceeded its output limit of ${Number((limits.outputBytes / (1024 * 1024)).toFixed(2))} MB.`,
    parts: `The skill exceeded its limit of ${limits.parts} parts, or of ${limits.partBytes / (1024 * 1024)} MB for all of them.`,
  }[limit]
  return { kind: 'limit', limit, message }
}

/** Reads why the isolate could not start: V8 may reject code that our parser accepted. */
async function readStartFailure(response: http.IncomingMessage): Promise<Ending> {
  const sentence = await readSentence(response)
  const uncaught = /Uncaught (?:\w+: )?([^\n]+)/.exec(sentence)?.[1]
  // An error of Cloudflare's own, after which the run may have begun.
  if (!uncaught && /exceeded .*limit|internal error/i.test(sentence))
    return { kind: 'unavailable', reason: 'lost', message: sentence.slice(0, 200) }
  const message = uncaught ?? 'The definition could not be loaded.'
  return { kind: 'threw', error: { name: 'SyntaxError', message, stack: `SyntaxError: ${message}` } }
}

async function readSentence(response: http.IncomingMessage): Promise<string> {
  let sentence = ''
  for await (const chunk of response) sentence = (sentence + chunk).slice(0, 8000)
  return sentence
}
