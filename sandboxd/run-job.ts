/**
 * One job from arrival to outcome: prepared, given a process, listened to, ended.
 *
 * Never throws for anything the job does. Three kinds of thing can end a run from outside, and each kills its process,
 * because only that surely ends code which holds the thread: a limit, its caller's leaving, and saying more than
 * it may. Whatever ends it first is the outcome.
 */
import { type Ending, GRACE_MS, limitEnding } from '../lib/sandbox/endings.ts'
import { hearIsolate, wireOf } from '../lib/sandbox/hear-isolate.ts'
import { type LogBook, openLogBook } from '../lib/sandbox/log-book.ts'
import { preparedDefinition } from '../lib/sandbox/prepared-definitions.ts'
import { TooMuchSaid } from '../lib/sandbox/read-frames.ts'
import type { Outcome, SandboxJob, SandboxRequest } from '../lib/sandbox/sandbox.ts'
import { watchCpu } from './cpu-time.ts'
import { EGRESS_BUDGET } from './egress/egress-run.ts'
import type { Listener } from './listener.ts'
import type { ProcessPool } from './process-pool.ts'
import { retryLostRun } from './retry-lost-run.ts'
import { openSwitchboard } from './switchboard.ts'
import { type Claim, NoProcess } from './waiting-line.ts'
import { whyItFellSilent } from './why-silent.ts'
import type { WorkerdProcess } from './workerd-process.ts'

/** Made once: a reason of its own for every run would be a stack trace for every run. */
const OVER = new DOMException('The run is over.', 'AbortError')

export async function runJob(pool: ProcessPool, job: SandboxJob, listener: Listener): Promise<Outcome> {
  const prepared = await preparedDefinition(job)
  if ('error' in prepared) return { kind: 'threw', error: prepared.error, durationMs: 0, logs: [] }

  const wire = wireOf({ job, module: prepared.module })
  return retryLostRun(listener, (heard) => runOnce(pool, { job, wire, ...heard }))
}

type Wire = ReturnType<typeof wireOf>
type Started = Listener & { job: SandboxJob; wire: Wire }

async function runOnce(pool: ProcessPool, started: Started): Promise<Outcome> {
  const { job, wire, signal } = started
  let workerd: WorkerdProcess
  try {
    workerd = await pool.acquire({ ...claimOf(job), head: wire.head }, signal)
  } catch (error) {
    if (error instanceof NoProcess) {
      const { message, reason } = error
      return { kind: 'unavailable', message, ...(reason && { reason }), durationMs: 0, logs: [] }
    }
    return { kind: 'cancelled', durationMs: 0, logs: [] }
  }

  const logs = openLogBook(job.limits)
  const startedMs = performance.now()
  const requests: SandboxRequest[] = []
  const { cpuMs, ...ending } = await runInside(workerd, { ...started, logs, requests })
  const durationMs = Math.round(performance.now() - startedMs)
  // The answer first: what is left to be done with the process is for the next run.
  setImmediate(() => pool.release(workerd))
  return {
    ...ending,
    durationMs,
    ...(cpuMs !== undefined && { cpuMs }),
    logs: logs.lines,
    ...(requests.length > 0 && { requests }),
  }
}

function claimOf({ publisher, organisation, isUnreviewed, depth }: SandboxJob): Claim {
  return { publisher, organisation, isSingleUse: isUnreviewed, depth }
}

type Run = Started & { logs: LogBook; requests: SandboxRequest[] }

async function runInside(workerd: WorkerdProcess, run: Run): Promise<Ending & { cpuMs: number | undefined }> {
  const { job, signal } = run
  let outside: Ending | undefined
  const stop = (ending: Ending) => {
    outside ??= ending
    workerd.kill()
  }
  const deadline = setTimeout(() => stop(limitEnding('wall', job)), job.limits.wallMs + GRACE_MS)
  const cpu = watchCpu(workerd.pid, job.limits.cpuMs, () => stop(limitEnding('cpu', job)))
  const leave = () => stop({ kind: 'cancelled' })
  signal.addEventListener('abort', leave)
  const over = new AbortController()
  const isolate = workerd.open(run.wire.head)
  workerd.guard.admit({
    network: job.network,
    secrets: job.secrets,
    budget: EGRESS_BUDGET,
    signal: over.signal,
    trace: run.requests,
    overspend: (message) => stop({ kind: 'limit', limit: 'requests', message }),
    ticket: isolate.ticket,
    answerCall: openSwitchboard(run.onCall),
  })
  try {
    const said = await hearIsolate(await isolate.send(run.wire.input), run)
    const ending = outside ?? said ?? (await whyItFellSilent(workerd, job))
    return { ...ending, cpuMs: cpu.usedMs() }
  } catch (error) {
    if (error instanceof TooMuchSaid) stop(limitEnding('output', job))
    const ending = outside ?? (await whyItFellSilent(workerd, job))
    return { ...ending, cpuMs: cpu.usedMs() }
  } finally {
    cpu.stop()
    over.abort(OVER)
    workerd.guard.dismiss()
    clearTimeout(deadline)
    signal.removeEventListener('abort', leave)
  }
}
