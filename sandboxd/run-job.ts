/**
 * One job from arrival to outcome: prepared, given a process, listened to, ended.
 *
 * Never throws for anything the job does. Three things can end a run from outside, and each kills its process,
 * because only that surely ends code which holds the thread: its deadline, its caller's leaving, and saying
 * more than it may. Whatever ends it first is the outcome.
 */
import type http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Outcome, SandboxEvent, SandboxJob, SandboxRequest } from '../lib/sandbox/sandbox.ts'
import { EGRESS_BUDGET } from './egress/egress-run.ts'
import { GRACE_MS, MEMORY_MB } from './limits.ts'
import { type LogBook, openLogBook } from './log-book.ts'
import { prepareDefinition } from './prepare-definition.ts'
import type { ProcessPool } from './process-pool.ts'
import { type Frame, type FrameBounds, readFrames, TooMuchSaid } from './read-frames.ts'
import { NoProcess } from './waiting-line.ts'
import type { WorkerdProcess } from './workerd-process.ts'

/** How a run ended, before it is known how long it took. */
type Ending = Outcome extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'durationMs' | 'logs' | 'requests'>
    : never
  : never

type Listener = { signal: AbortSignal; onEvent: (event: SandboxEvent) => void }

const MAX_PROGRESS_EVENTS = 500

export async function runJob(pool: ProcessPool, job: SandboxJob, listener: Listener): Promise<Outcome> {
  const whyNot = whyNotRunnable(job)
  if (whyNot) return { kind: 'unavailable', message: whyNot, durationMs: 0, logs: [] }
  const prepared = prepareDefinition(job.definition)
  if ('error' in prepared) return { kind: 'threw', error: prepared.error, durationMs: 0, logs: [] }

  let workerd: WorkerdProcess
  try {
    workerd = await pool.acquire(job.publisher, listener.signal)
  } catch (error) {
    if (error instanceof NoProcess)
      return { kind: 'unavailable', message: error.message, durationMs: 0, logs: [] }
    return { kind: 'cancelled', durationMs: 0, logs: [] }
  }

  const logs = openLogBook(job.limits)
  const startedMs = performance.now()
  const requests: SandboxRequest[] = []
  const ending = await runInside(workerd, { job, module: prepared.module, logs, requests, ...listener })
  const durationMs = Math.round(performance.now() - startedMs)
  pool.release(workerd)
  return { ...ending, durationMs, logs: logs.lines, ...(requests.length > 0 && { requests }) }
}

/** Python comes later; until then the box says no before anything runs. */
function whyNotRunnable({ runtime }: SandboxJob): string | undefined {
  if (runtime === 'javascript') return undefined
  return 'Python skills cannot run here yet: this sandbox has only a JavaScript engine.'
}

type Run = Listener & { job: SandboxJob; module: string; logs: LogBook; requests: SandboxRequest[] }

async function runInside(workerd: WorkerdProcess, run: Run): Promise<Ending> {
  const { job, signal } = run
  let outside: Ending | undefined
  const stop = (ending: Ending) => {
    outside ??= ending
    workerd.kill()
  }
  const deadline = setTimeout(() => stop(limitEnding('wall', job)), job.limits.wallMs + GRACE_MS)
  const leave = () => stop({ kind: 'cancelled' })
  signal.addEventListener('abort', leave)
  const over = new AbortController()
  workerd.guard.admit({
    network: job.network,
    secrets: job.secrets,
    budget: EGRESS_BUDGET,
    signal: over.signal,
    trace: run.requests,
    overspend: (message) => stop({ kind: 'limit', limit: 'requests', message }),
  })
  try {
    const said = await listen(await workerd.post(bodyOf(run)), run)
    return outside ?? said ?? (await whyItFellSilent(workerd, job))
  } catch (error) {
    if (error instanceof TooMuchSaid) stop(limitEnding('output', job))
    return outside ?? (await whyItFellSilent(workerd, job))
  } finally {
    over.abort()
    workerd.guard.dismiss()
    clearTimeout(deadline)
    signal.removeEventListener('abort', leave)
  }
}

function bodyOf({ job, module }: Run): string {
  const { parameters, config, context, limits } = job
  const isOnline = job.network.length > 0
  return JSON.stringify({
    definition: module,
    isOnline,
    input: JSON.stringify({ parameters, config, context, limits, isOnline }),
  })
}

/** Passes on logs and progress; returns at the first frame that ends the run, or undefined when none comes. */
async function listen(
  response: http.IncomingMessage,
  { job, logs, onEvent }: Run,
): Promise<Ending | undefined> {
  if (response.statusCode !== 200) return notStarted(await readSentence(response))
  let progressEvents = 0
  for await (const frame of readFrames(response, boundsOf(job))) {
    if (frame.kind === 'log') {
      const { kind, ...line } = frame
      const kept = logs.add(line)
      if (kept) onEvent({ kind, ...kept })
    } else if (frame.kind === 'progress') {
      progressEvents += 1
      if (progressEvents <= MAX_PROGRESS_EVENTS) onEvent(frame)
    } else return endingOf(frame, job)
  }
  return undefined
}

/** One line may hold the whole output; all of them the log as well, with every character escaped, and progress. */
function boundsOf({ limits }: SandboxJob): FrameBounds {
  const lineBytes = Math.max(limits.outputBytes, limits.logBytes) + 64
  const talkBytes = 6 * limits.logBytes + 100 * limits.logLines + 300 * MAX_PROGRESS_EVENTS
  return { lineBytes, totalBytes: lineBytes + talkBytes }
}

function endingOf(frame: Exclude<Frame, { kind: 'log' | 'progress' }>, job: SandboxJob): Ending {
  return frame.kind === 'limit' ? limitEnding(frame.limit, job) : frame
}

function limitEnding(limit: 'wall' | 'memory' | 'output', { limits }: SandboxJob): Ending {
  const message = {
    wall: `The skill was stopped after ${limits.wallMs / 1000} s, the longest it may take.`,
    memory: `The skill used more than the ${MEMORY_MB} MB of memory it may have.`,
    output: `The skill returned more than the ${Number((limits.outputBytes / (1024 * 1024)).toFixed(2))} MB it may return.`,
  }[limit]
  return { kind: 'limit', limit, message }
}

/** What workerd says of a module that V8 will not take, though our own parser did. */
function notStarted(sentence: string): Ending {
  const message = /Uncaught (?:\w+: )?([^\n]+)/.exec(sentence)?.[1] ?? 'The definition could not be loaded.'
  return { kind: 'threw', error: { name: 'SyntaxError', message, stack: `SyntaxError: ${message}` } }
}

async function readSentence(response: http.IncomingMessage): Promise<string> {
  let sentence = ''
  for await (const chunk of response) sentence = (sentence + chunk).slice(0, 8000)
  return sentence
}

/** V8, the kernel's refusal as tcmalloc tells it, and the report that tcmalloc ends with. */
const OUT_OF_MEMORY = /out of memory|Cannot allocate memory|^MALLOC: /im

/** The connection ended without a last word: the process died, or lives and has lost the run. */
async function whyItFellSilent(workerd: WorkerdProcess, job: SandboxJob): Promise<Ending> {
  const lastWords = await Promise.race([workerd.died, sleep(GRACE_MS, '')])
  if (OUT_OF_MEMORY.test(lastWords)) return limitEnding('memory', job)
  workerd.kill()
  return {
    kind: 'unavailable',
    message: 'The sandbox lost this run before it ended. Nothing came out of it.',
  }
}
