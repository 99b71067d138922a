/**
 * Runs one publisher's code, one run at a time. So killing it ends exactly that run, and an escape from the
 * isolate reaches no other publisher's code.
 */
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HEAD_HEADER } from '../../lib/sandbox/isolate-protocol.ts'
import { type Guard, openGuard, TICKET_HEADER } from '../egress/guard.ts'
import type { EgressPolicy } from '../egress/pin-host.ts'
import type { SandboxEngine, WorkerdBinary } from '../engine/sandbox-engine.ts'
import type { Jail } from '../jail/jail.ts'
import type { RlimitWrapper } from '../jail/rlimit-wrapper.ts'
import { END_WITHIN_MS, killGroup, waitForGroupEnd } from '../os/process-group.ts'
import { requireShortPath } from '../os/scratch-folder.ts'
import {
  checkHealth,
  type DispatcherPath,
  type Head,
  openPrewarmer,
  openWorkerdCall,
  type Prewarmer,
  sendEmpty,
  type WorkerdCall,
} from './prewarmer.ts'
import { collectStderr, findWorkerdPid, spawnWorkerd, waitUntilListening } from './spawn-workerd.ts'

const HEALTH_CONNECTION_MS = 4_000

export type WorkerdProcess = {
  /**
   * The pid of workerd itself, which may differ from the spawned process; that of the spawned process without
   * `/proc`.
   */
  pid: number
  /** Null until the first run claims it. */
  publisher: string | null
  runs: number
  guard: Guard
  /** Resolves when it and its wrappers have exited, with the end of stderr and the signal. */
  died: Promise<string>
  isDead(): boolean
  /** Creates the isolate of one run, or takes the prewarmed one. */
  open(head: Head): OpenedIsolate
  ask(path: string): Promise<http.IncomingMessage>
  /**
   * Prewarms the isolate of the next run from the last run's code, which is usually the same. Warms up a
   * process without a run once more.
   */
  prewarm(): void
  hasPrewarmed(head: Head): boolean
  /**
   * Whether its event loop responds, which leftover code may block. The probe may also prewarm, which saves a
   * request.
   */
  isResponsive(options?: { prewarm: boolean }): Promise<boolean>
  kill(): void
  /** Kills it and resolves after `died` or END_WITHIN_MS. Never rejects. */
  end(): Promise<void>
}

export type OpenedIsolate = {
  /** Identifies it to the guard; the isolate itself never learns it. */
  ticket: string
  /** Sends the input, once, and resolves with the response, whose body streams frames. */
  send(input: string): Promise<http.IncomingMessage>
}

export type ProcessSetup = {
  binary: WorkerdBinary
  engine: SandboxEngine
  jail: Jail
  rlimitWrapper: RlimitWrapper
  folder: string
  egressPolicy?: EgressPolicy
  /** Aborted when the sandbox closes: starting processes are killed. */
  closing?: AbortSignal
}

const isolateRequestOptions = (path: DispatcherPath, ticket: string, head: Head) => ({
  path,
  method: 'POST',
  headers: { [TICKET_HEADER]: ticket, [HEAD_HEADER]: Buffer.byteLength(head) },
})

let started = 0

/** Starts a process and waits until it listens. Rejects on failure, after every part of it has exited. */
export async function startWorkerd(setup: ProcessSetup): Promise<WorkerdProcess> {
  const { engine, folder, egressPolicy, closing } = setup
  started += 1
  const socketPath = requireShortPath(path.join(folder, `${started}.sock`))
  const guardPath = `${socketPath}.out`
  const guard = await openGuard(requireShortPath(guardPath), egressPolicy)
  const child = await spawnWorkerd(setup, { socketPath, guardPath }).catch((error: Error) => {
    guard.close()
    throw error
  })

  let dead = false
  let isWarm = false
  const prewarmer = openPrewarmer((...asked) => openWorkerdCall(socketPath, isolateRequestOptions(...asked)))
  // An engine without a head creates the same isolate for every run.
  let lastHead: Head | undefined = engine.runtime === 'python' ? '' : undefined
  // Health checks are frequent, so the connection is kept alive; workerd closes idle ones after five seconds.
  const healthAgent = new http.Agent({ keepAlive: true, timeout: HEALTH_CONNECTION_MS })
  const stderr = collectStderr(child)
  const died = new Promise<string>((resolve) => {
    const end = async () => {
      dead = true
      guard.close()
      healthAgent.destroy()
      fs.rmSync(socketPath, { force: true })
      await waitForGroupEnd(child)
      resolve([stderr().trim(), child.signalCode].filter(Boolean).join(' '))
    }
    child.once('exit', () => killGroup(child))
    // "close" follows the end of stderr, and is not emitted if the program could not be started.
    child.once('close', end).once('error', end)
  })

  const workerd: WorkerdProcess = {
    pid: child.pid ?? 0,
    publisher: null,
    runs: 0,
    guard,
    died,
    isDead: () => dead,
    open(head) {
      const { ticket, call } = prewarmer.take(head)
      return {
        ticket,
        send(input) {
          lastHead = head
          call.request.end(input)
          // Does not prewarm code that no isolate can be created from: the failure would disturb the next
          // run.
          const onResponse = ({ statusCode }: http.IncomingMessage) => {
            if (statusCode !== 200 && engine.runtime === 'javascript') lastHead = undefined
          }
          call.response.then(onResponse, () => {})
          return call.response
        },
      }
    },
    ask: (path) => sendEmpty(openWorkerdCall(socketPath, { path, method: 'POST' })),
    prewarm,
    hasPrewarmed: (head) => prewarmer.hasPrewarmed(head),
    isResponsive(options) {
      // Python's isolate takes too long to serve as a health check.
      const isolate = options?.prewarm && engine.runtime === 'javascript' ? prewarm() : undefined
      return checkHealth(isolate ?? probeHealth(), workerd.pid)
    },
    kill() {
      if (!dead) killGroup(child)
    },
    async end() {
      workerd.kill()
      const timeout = new AbortController()
      const timedOut = sleep(END_WITHIN_MS, true, { signal: timeout.signal }).catch(() => false)
      if ((await Promise.race([died, timedOut])) === true)
        console.error(
          `sandboxd: process ${workerd.pid} is still running ${END_WITHIN_MS} ms after it was killed.`,
        )
      timeout.abort()
    },
  }

  function prewarm(): WorkerdCall | undefined {
    if (!engine.canPrewarm || dead) return undefined
    if (lastHead !== undefined) return prewarmer.prewarm(lastHead)
    if (workerd.publisher === null && !isWarm) {
      isWarm = true
      warmUp(prewarmer, INTL_WARM_UP).catch(() => {})
    }
    return undefined
  }

  function probeHealth(): WorkerdCall {
    const probe = openWorkerdCall(socketPath, { path: '/health', agent: healthAgent })
    sendEmpty(probe).then(
      (answer) => answer.resume(),
      () => {},
    )
    return probe
  }

  closing?.addEventListener('abort', workerd.kill)
  try {
    await waitUntilListening(child, died)
    workerd.pid = findWorkerdPid(workerd.pid, setup) ?? workerd.pid
    if (engine.runtime === 'javascript') await warmUp(prewarmer, EMPTY_WARM_UP)
    else workerd.prewarm()
  } catch (error) {
    await workerd.end()
    throw error
  } finally {
    closing?.removeEventListener('abort', workerd.kill)
  }
  return workerd
}

/** The first isolate of a process takes 10 ms longer, so one is created in advance. */
const EMPTY_WARM_UP = 'export default async () => null'
/** The first use of Intl takes another 20 ms, which is not awaited. */
const INTL_WARM_UP = `export default async () => {
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'word' }).segment('Two words.')) segment.normalize('NFKD')
  return new Intl.NumberFormat('en').format(1) + new Intl.DateTimeFormat('en', { timeZone: 'UTC' }).format(0)
}`

async function warmUp(prewarmer: Prewarmer, definition: string): Promise<void> {
  const limits = { wallMs: 1000, outputBytes: 100, logBytes: 0, logLines: 0 }
  const head = JSON.stringify({ definition, isOnline: false })
  const { request, response: answer } = prewarmer.take(head).call
  request.end(JSON.stringify({ limits }))
  const response = await answer
  response.resume()
  await once(response, 'end')
}
