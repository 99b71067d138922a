/**
 * A process of workerd. It runs one publisher's code, one run at a time, so that killing it ends exactly that run, and an escape
 * from the isolate reaches no other publisher's code.
 */
import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EgressPolicy } from '../../lib/kernel/network/pin-host.ts'
import { HEAD_HEADER } from '../../lib/sandbox/isolate-protocol.ts'
import type { PackagesModule } from '../../lib/sandbox/sandbox.ts'
import { type Guard, openGuard, TICKET_HEADER } from '../egress/guard.ts'
import type { SandboxEngine, WorkerdBinary } from '../engine/sandbox-engine.ts'
import type { Jail } from '../jail/jail.ts'
import type { RlimitWrapper } from '../jail/rlimit-wrapper.ts'
import { END_WITHIN_MS, killGroup, waitForGroupEnd } from '../os/process-group.ts'
import { requireShortPath } from '../os/scratch-folder.ts'
import {
  checkHealth,
  type DispatcherPath,
  EMPTY_WARM_UP,
  type Head,
  INTL_WARM_UP,
  openPrewarmer,
  openWorkerdCall,
  type Prewarmer,
  sendEmpty,
  type WorkerdCall,
  warmUp,
} from './prewarmer.ts'
import { collectStderr, findWorkerdPid, spawnWorkerd, waitUntilListening } from './spawn-workerd.ts'

const PACKAGES_HEADER = 'x-guildhall-packages'
/** As in ../isolate/dispatcher.js: a process has few skills at a time, and its heap is that of its runs. */
const MAX_KEPT_PACKAGES = 2

const HEALTH_CONNECTION_MS = 4_000

export type WorkerdProcess = {
  /**
   * The pid of workerd itself, which may be a descendant of the spawned process. Without /proc it is that of the spawned
   * process.
   */
  pid: number
  /** Whose code the process runs; null until the first run. */
  publisher: string | null
  runs: number
  guard: Guard
  /** Resolves with the end of stderr and the signal, when the process and its wrappers have exited. */
  died: Promise<string>
  isDead(): boolean
  /** Creates the isolate of one run, or takes the prewarmed one. */
  open(head: Head): OpenedIsolate
  ask(path: string): Promise<http.IncomingMessage>
  /** Sends the code of packages, unless the process has it. Isolates with these packages can then be opened. */
  keepPackages(packages: PackagesModule): Promise<void>
  /**
   * Prewarms the isolate of the next run from the code of the last one, which is usually the same. A process that had no run is
   * warmed up once more instead.
   */
  prewarm(): void
  hasPrewarmed(head: Head): boolean
  /**
   * Resolves with whether the event loop responds, which code that a run left behind may block. With `prewarm`, prewarming is
   * the probe, which saves a request.
   */
  isResponsive(options?: { prewarm: boolean }): Promise<boolean>
  kill(): void
  /** Kills it and resolves after `died` or END_WITHIN_MS. Never rejects. */
  end(): Promise<void>
}

type OpenedIsolate = {
  /** Identifies the isolate to the guard; the isolate itself never learns it. */
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
  /** Kills processes that are starting, once it is aborted. */
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
  const { folder, egressPolicy, closing } = setup
  started += 1
  const socketPath = requireShortPath(path.join(folder, `${started}.sock`))
  const guardPath = `${socketPath}.out`
  const guard = await openGuard(requireShortPath(guardPath), egressPolicy)
  const child = await spawnWorkerd(setup, { socketPath, guardPath }).catch((error: Error) => {
    guard.close()
    throw error
  })
  const workerd = new Workerd(setup, { child, guard, socketPath })
  const onClosing = () => workerd.kill()
  closing?.addEventListener('abort', onClosing)
  try {
    await waitUntilListening(child, workerd.died, setup.engine.lane)
    workerd.pid = findWorkerdPid(workerd.pid, setup) ?? workerd.pid
    await workerd.warmUpFirst()
  } catch (error) {
    await workerd.end()
    throw error
  } finally {
    closing?.removeEventListener('abort', onClosing)
  }
  return workerd
}

type Parts = { child: ChildProcess; guard: Guard; socketPath: string }

class Workerd implements WorkerdProcess {
  pid: number
  publisher: string | null = null
  runs = 0
  readonly guard: Guard
  readonly died: Promise<string>
  readonly #child: ChildProcess
  readonly #engine: SandboxEngine
  readonly #socketPath: string
  readonly #prewarmer: Prewarmer
  // Health checks are frequent, so the connection is kept alive; workerd closes idle ones after five seconds.
  readonly #healthAgent = new http.Agent({ keepAlive: true, timeout: HEALTH_CONNECTION_MS })
  /** Always "" for Python, of which every run gets the same isolate. */
  #lastHead: Head | undefined
  /** Keys of packages whose code the dispatcher has. */
  #packages: string[] = []
  #isDead = false
  #isWarm = false

  constructor({ engine }: ProcessSetup, { child, guard, socketPath }: Parts) {
    this.pid = child.pid ?? 0
    this.guard = guard
    this.#child = child
    this.#engine = engine
    this.#socketPath = socketPath
    this.#lastHead = engine.runtime === 'python' ? '' : undefined
    this.#prewarmer = openPrewarmer((...isolate) =>
      openWorkerdCall(socketPath, isolateRequestOptions(...isolate)),
    )
    const stderr = collectStderr(child)
    child.once('exit', () => killGroup(child))
    this.died = new Promise<string>((resolve) => {
      const end = async () => {
        this.#release()
        await waitForGroupEnd(child)
        resolve([stderr().trim(), child.signalCode].filter(Boolean).join(' '))
      }
      // "close" follows the end of stderr, and is not emitted if the program could not be started.
      child.once('close', end).once('error', end)
    })
  }

  isDead(): boolean {
    return this.#isDead
  }

  open(head: Head): OpenedIsolate {
    const { ticket, call } = this.#prewarmer.take(head)
    const send = (input: string) => {
      this.#lastHead = head
      call.request.end(input)
      // Code that no isolate can be created from is not prewarmed: the failure would disturb the next run.
      const onResponse = ({ statusCode }: http.IncomingMessage) => {
        if (statusCode !== 200 && this.#engine.runtime === 'javascript') this.#lastHead = undefined
      }
      call.response.then(onResponse, () => {})
      return call.response
    }
    return { ticket, send }
  }

  async keepPackages({ key, code }: PackagesModule): Promise<void> {
    if (this.#packages.includes(key)) return
    const headers = { [PACKAGES_HEADER]: key }
    const { request, response } = openWorkerdCall(this.#socketPath, {
      path: '/packages',
      method: 'POST',
      headers,
    })
    request.end(code)
    ;(await response).resume()
    // The dispatcher forgets in the same order.
    this.#packages = [...this.#packages, key].slice(-MAX_KEPT_PACKAGES)
  }

  ask(path: string): Promise<http.IncomingMessage> {
    return sendEmpty(openWorkerdCall(this.#socketPath, { path, method: 'POST' }))
  }

  prewarm(): WorkerdCall | undefined {
    if (!this.#engine.canPrewarm || this.#isDead) return undefined
    if (this.#lastHead !== undefined) return this.#prewarmer.prewarm(this.#lastHead)
    if (this.publisher === null && !this.#isWarm) {
      this.#isWarm = true
      warmUp(this.#prewarmer, INTL_WARM_UP).catch(() => {})
    }
    return undefined
  }

  hasPrewarmed(head: Head): boolean {
    return this.#prewarmer.hasPrewarmed(head)
  }

  isResponsive(options?: { prewarm: boolean }): Promise<boolean> {
    // Python's isolate takes too long to serve as a health check.
    const isolate = options?.prewarm && this.#engine.runtime === 'javascript' ? this.prewarm() : undefined
    return checkHealth(isolate ?? this.#probeHealth(), this.pid)
  }

  kill(): void {
    if (!this.#isDead) killGroup(this.#child)
  }

  async end(): Promise<void> {
    this.kill()
    const timeout = new AbortController()
    const timedOut = sleep(END_WITHIN_MS, true, { signal: timeout.signal }).catch(() => false)
    if ((await Promise.race([this.died, timedOut])) === true)
      console.error(`sandboxd: process ${this.pid} is still running ${END_WITHIN_MS} ms after it was killed.`)
    timeout.abort()
  }

  async warmUpFirst(): Promise<void> {
    if (this.#engine.runtime === 'javascript') await warmUp(this.#prewarmer, EMPTY_WARM_UP)
    else this.prewarm()
  }

  #probeHealth(): WorkerdCall {
    const probe = openWorkerdCall(this.#socketPath, { path: '/health', agent: this.#healthAgent })
    sendEmpty(probe).then(
      (answer) => answer.resume(),
      () => {},
    )
    return probe
  }

  #release(): void {
    this.#isDead = true
    this.guard.close()
    this.#healthAgent.destroy()
    fs.rmSync(this.#socketPath, { force: true })
  }
}
