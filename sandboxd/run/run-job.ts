/**
 * Runs one job: prepares it, acquires a process, relays its frames, and ends it.
 *
 * Nothing here throws because of the job. A limit, the caller's disconnect, or excess output ends a run by killing its process,
 * which is the only reliable way to stop code that blocks the thread. The first cause determines the outcome.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { redactText } from '../../lib/kernel/redaction/redact.ts'
import {
  type Ending,
  encodeJob,
  GRACE_MS,
  limitEnding,
  readIsolateResponse,
} from '../../lib/sandbox/isolate-protocol.ts'
import { createLogBuffer, type LogBuffer } from '../../lib/sandbox/log-buffer.ts'
import { findPreparedDefinition } from '../../lib/sandbox/prepare-definition.ts'
import { OutputLimitExceeded } from '../../lib/sandbox/read-frames.ts'
import type { Outcome, RecordedExchange, SandboxJob, SandboxRequest } from '../../lib/sandbox/sandbox.ts'
import { openDeniedHosts } from '../egress/denied-hosts.ts'
import { openRecorder, openReplayer } from '../egress/exchanges.ts'
import { chooseEgressBudget } from '../egress/guard.ts'
import { openRequestObserver, type RequestObserver } from '../egress/observed-requests.ts'
import type { RunListener } from '../job/job.ts'
import { isProcessRunning, readProcessMemory, watchCpu, watchMemory } from '../os/read-proc.ts'
import type { ProcessPool } from '../pool/process-pool.ts'
import { NoProcessError, type ProcessClaim } from '../pool/run-queue.ts'
import type { WorkerdProcess } from '../process/workerd-process.ts'
import { openHostCallRelay } from './host-call-relay.ts'
import { withPackages } from './packages-cache.ts'

/** Shared by all runs, because each new error would capture a stack trace. */
const RUN_ENDED = new DOMException('The run has ended.', 'AbortError')

export async function runJob(pool: ProcessPool, given: SandboxJob, listener: RunListener): Promise<Outcome> {
  const job = await withPackages(given, listener.onCall)
  if (!job) return NO_PACKAGES
  const prepared = await findPreparedDefinition(job)
  if ('error' in prepared) return { kind: 'threw', error: prepared.error, durationMs: 0, logs: [] }

  const wire = encodeJob({ job, module: prepared.module })
  return retryLostRun(listener, (watchedListener) => runOnce(pool, { job, wire, ...watchedListener }))
}

const NO_PACKAGES: Outcome = {
  kind: 'unavailable',
  message: 'The sandbox did not get the packages of this skill.',
  durationMs: 0,
  logs: [],
}

type Wire = ReturnType<typeof encodeJob>
type StartedRun = RunListener & { job: SandboxJob; wire: Wire }

async function runOnce(pool: ProcessPool, started: StartedRun): Promise<Outcome> {
  const { job, wire, signal } = started
  let workerd: WorkerdProcess
  try {
    workerd = await pool.acquire({ ...toClaim(job), head: wire.head }, signal)
  } catch (error) {
    if (error instanceof NoProcessError) {
      const { message, reason } = error
      return { kind: 'unavailable', message, ...(reason && { reason }), durationMs: 0, logs: [] }
    }
    return { kind: 'cancelled', durationMs: 0, logs: [] }
  }

  const logs = createLogBuffer(job.limits)
  const requests: SandboxRequest[] = []
  const observer = openRequestObserver(job)
  const { cpuMs, exchanges, ...ending } = await runInProcess(workerd, {
    ...started,
    logs,
    requests,
    observer,
  })
  const memoryMb = readProcessMemory(workerd.pid)?.rssMb
  // The process is prepared for its next run after the response, since the caller need not wait for that.
  setImmediate(() => pool.release(workerd))
  return {
    ...ending,
    ...(cpuMs !== undefined && { cpuMs }),
    logs: logs.lines,
    ...(memoryMb !== undefined && { memoryMb: Math.round(memoryMb) }),
    ...(requests.length > 0 && { requests, observed: observer.list(requests) }),
    ...(exchanges && { exchanges }),
  }
}

export function toClaim(job: SandboxJob): ProcessClaim {
  const { publisher, organisation, person, isUnreviewed, depth } = job
  return { publisher, organisation, person, isSingleUse: isUnreviewed, depth }
}

type RunInProcess = StartedRun & { logs: LogBuffer; requests: SandboxRequest[]; observer: RequestObserver }

async function runInProcess(
  workerd: WorkerdProcess,
  run: RunInProcess,
): Promise<Ending & { durationMs: number; cpuMs: number | undefined; exchanges?: RecordedExchange[] }> {
  const { job, signal } = run
  const startedMs = performance.now()
  // Measured without the diagnosis, which takes seconds on a busy machine.
  const elapsedMs = () => Math.round(performance.now() - startedMs)
  let imposedEnding: Ending | undefined
  const stop = (ending: Ending) => {
    imposedEnding ??= ending
    workerd.kill()
  }
  const deadline = setTimeout(() => stop(limitEnding('wall', job)), job.limits.wallMs + GRACE_MS)
  const cpu = watchCpu(workerd.pid, job.limits.cpuMs, () => stop(limitEnding('cpu', job)))
  // Runs of the lane `quick` have the memory of their process, whatever their skill documents.
  const stopWatchingMemory =
    job.lane === 'long'
      ? watchMemory(workerd.pid, job.limits.memoryMb, () => stop(limitEnding('memory', job)))
      : () => {}
  const onAbort = () => stop({ kind: 'cancelled' })
  signal.addEventListener('abort', onAbort)
  const runEnded = new AbortController()
  if (job.packages) await workerd.keepPackages(job.packages).catch(() => {})
  const isolate = workerd.open(run.wire.head)
  const onOverspend = (message: string) => stop({ kind: 'limit', limit: 'requests', message })
  const exchanges = openExchanges(job, onOverspend)
  workerd.guard.admit({
    network: job.network,
    ownHosts: job.ownHosts ?? [],
    deniedHosts: openDeniedHosts(job.deniedHosts, run.onCall),
    secrets: job.secrets,
    // A site of the previous release names none, so its tokens serve one run.
    tokenScope: job.tokenScope ?? `run ${job.runId}`,
    budget: chooseEgressBudget(job),
    signal: runEnded.signal,
    trace: run.requests,
    observer: run.observer,
    answered: { bytes: 0 },
    onOverspend,
    exchanges,
    ticket: isolate.ticket,
    answerCall: openHostCallRelay(run.onCall),
  })
  try {
    const reportedEnding = await readIsolateResponse(await isolate.send(run.wire.input), run)
    const durationMs = elapsedMs()
    const ending = imposedEnding ?? reportedEnding ?? (await diagnoseLostRun(workerd, job))
    const recorded = exchanges?.kind === 'record' ? { exchanges: exchanges.list() ?? undefined } : {}
    return { ...ending, durationMs, cpuMs: cpu.usedMs(), ...recorded }
  } catch (error) {
    const durationMs = elapsedMs()
    if (error instanceof OutputLimitExceeded) stop(limitEnding('output', job))
    const ending = imposedEnding ?? (await diagnoseLostRun(workerd, job))
    return { ...ending, durationMs, cpuMs: cpu.usedMs() }
  } finally {
    cpu.stop()
    stopWatchingMemory()
    runEnded.abort(RUN_ENDED)
    workerd.guard.dismiss()
    clearTimeout(deadline)
    signal.removeEventListener('abort', onAbort)
  }
}

function openExchanges({ requestMode }: SandboxJob, onOverflow: (message: string) => void) {
  if (!requestMode) return undefined
  if (requestMode.kind === 'replay') return openReplayer(requestMode.exchanges)
  return openRecorder(requestMode.isOptional ? undefined : onOverflow)
}

/** A run that lasted longer before it was lost had not been assigned a dying process. */
const LOST_EARLY_MS = 1000

/**
 * Runs, and once more if the first process was dying when it was assigned: the run was lost at once and had no observable
 * effect, which means no output, no host call and no request.
 */
async function retryLostRun(
  listener: RunListener,
  run: (listener: RunListener) => Promise<Outcome>,
): Promise<Outcome> {
  const { hasNoEffect, ...watched } = watchEffects(listener)
  const outcome = await run(watched)
  return isLostEarly(outcome) && hasNoEffect() ? run(listener) : outcome
}

function isLostEarly(outcome: Outcome): boolean {
  return (
    outcome.kind === 'unavailable' &&
    outcome.reason === 'lost' &&
    outcome.durationMs < LOST_EARLY_MS &&
    !outcome.requests
  )
}

/** Wraps the listener and records whether the run has sent or requested anything. */
function watchEffects({ signal, onEvent, onCall }: RunListener): RunListener & { hasNoEffect(): boolean } {
  let hasNoEffect = true
  return {
    signal,
    onEvent(event) {
      hasNoEffect = false
      onEvent(event)
    },
    ...(onCall && {
      onCall(call) {
        hasNoEffect = false
        return onCall(call)
      },
    }),
    hasNoEffect: () => hasNoEffect,
  }
}

/** V8's message, tcmalloc's when the kernel refuses memory, and the end of tcmalloc's report. */
const OUT_OF_MEMORY = /out of memory|Cannot allocate memory|^MALLOC: /im

const MAX_REPORTED_CHARS = 1000

/** On a busy machine it takes a while until a process's exit is reported. */
const EXIT_REPORTED_WITHIN_MS = 5_000

/** Explains a connection that closed without a final frame: the process died, or is alive and lost the run. */
async function diagnoseLostRun(workerd: WorkerdProcess, job: SandboxJob): Promise<Ending> {
  const stderr = await waitForStderr(workerd)
  if (OUT_OF_MEMORY.test(stderr)) return limitEnding('memory', job)
  workerd.kill()
  workerd.died.then((finalStderr) => logLostRun(finalStderr, job))
  return {
    kind: 'unavailable',
    reason: 'lost',
    message: 'The sandbox lost this run before it ended. There is no output.',
  }
}

/** Returns the end of stderr once the process has exited; "" if it is alive. */
async function waitForStderr({ pid, died }: WorkerdProcess): Promise<string> {
  const stderr = await Promise.race([died, sleep(GRACE_MS)])
  if (stderr !== undefined) return stderr
  return isProcessRunning(pid) ? '' : Promise.race([died, sleep(EXIT_REPORTED_WITHIN_MS, '')])
}

/** Logs the end of stderr. Redacts before truncating, because a truncated secret would not be recognised. */
function logLostRun(stderr: string, { runId, secrets }: SandboxJob): void {
  const tail = redactText(stderr, secrets).trim().slice(-MAX_REPORTED_CHARS)
  console.error(`sandboxd: ${runId} was lost. ${tail || 'Its process printed nothing.'}`)
}
