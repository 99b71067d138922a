/**
 * One workerd process: started, spoken to over its own socket, killed.
 *
 * A process runs the code of one publisher only, one run at a time; so killing it ends exactly that run, and
 * nothing that escapes an isolate meets a stranger's code.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import type http from 'node:http'
import path from 'node:path'
import { answerTo, type Call, openCall } from './call.ts'
import { type Guard, openGuard } from './egress/guard.ts'
import type { World } from './egress/pin-host.ts'
import type { Engine } from './engine.ts'
import { type Cell, CONTROL_FD, type Jail, LISTEN_FD } from './jail/jail.ts'
import type { Leash } from './leash.ts'
import { openListening } from './listening-socket.ts'
import { requireShortPath } from './scratch.ts'
import type { WorkerdBinary } from './workerd-binary.ts'

const START_WITHIN_MS = 10_000
const PULSE_WITHIN_MS = 250
const LAST_WORDS_CHARS = 16_384

export type WorkerdProcess = {
  /** Of workerd itself, which is not always what was spawned. */
  pid: number
  /** Null until the first run claims it. */
  publisher: string | null
  runs: number
  /** Its one way out. */
  guard: Guard
  /** Resolves when it is gone, to the end of what it wrote to stderr. */
  died: Promise<string>
  isDead(): boolean
  /** Sends a run and returns its response, whose body is the isolate's frames as they come. */
  post(body: string): Promise<http.IncomingMessage>
  /** Asks it for something that is no run. */
  ask(path: string): Promise<http.IncomingMessage>
  /** Has it make the isolate of its next run now, when its engine does that. */
  bootAhead(): void
  /** Whether its event loop answers, which it does not while left-over code holds the thread. */
  hasPulse(): Promise<boolean>
  kill(): void
}

export type ProcessSetup = {
  binary: WorkerdBinary
  engine: Engine
  jail: Jail
  leash: Leash
  /** For sockets. */
  folder: string
  world?: World
}

const RUN = { path: '/run', method: 'POST' } as const

let started = 0

/** Starts a process and waits until it listens. Throws when it does not. */
export async function startWorkerd({
  binary,
  engine,
  jail,
  leash,
  folder,
  world,
}: ProcessSetup): Promise<WorkerdProcess> {
  started += 1
  const socketPath = requireShortPath(path.join(folder, `${started}.sock`))
  const guardPath = `${socketPath}.out`
  const guard = await openGuard(requireShortPath(guardPath), world)
  const listening = await openListening(socketPath)
  const filter = jail.filterFile === undefined ? undefined : fs.openSync(jail.filterFile, 'r')
  const cell = { binary: binary.path, config: engine.config, guardSocket: guardPath }
  const [program = '', ...args] = leash.wrap(jail.wrap(cell, serve(jail.inside(cell))), engine.dataLimitMb)
  // A group of its own: Ctrl-C in the terminal is sandboxd's to answer. No environment: it holds secrets.
  const child = spawn(program, args, {
    detached: true,
    env: {} as NodeJS.ProcessEnv,
    stdio: ['pipe', 'ignore', 'pipe', 'pipe', listening.fd, filter ?? 'ignore'],
  })
  listening.close()
  if (filter !== undefined) fs.closeSync(filter)

  let dead = false
  let ahead: Call | undefined
  const lastWords = keepLastWords(child)
  const died = new Promise<string>((resolve) => {
    const end = () => {
      dead = true
      guard.close()
      fs.rmSync(socketPath, { force: true })
      resolve(lastWords())
    }
    // Whatever of the group outlived its leader goes too.
    child.once('exit', () => killGroup(child))
    // "close" comes after the last of stderr, and never when the program could not be started.
    child.once('close', end).once('error', end)
  })

  const workerd: WorkerdProcess = {
    pid: child.pid ?? 0,
    publisher: null,
    runs: 0,
    guard,
    died,
    isDead: () => dead,
    post(body) {
      const call = ahead ?? openCall(socketPath, RUN)
      ahead = undefined
      call.request.end(body)
      return call.answer
    },
    ask: (path) => answerTo(openCall(socketPath, { path, method: 'POST' })),
    bootAhead() {
      if (!engine.bootsAhead || dead) return
      ahead ??= openCall(socketPath, RUN)
      ahead.request.flushHeaders()
    },
    async hasPulse() {
      const pulse = openCall(socketPath, { path: '/pulse', timeout: PULSE_WITHIN_MS })
      const answer = await answerTo(pulse).catch(() => null)
      answer?.resume()
      return answer?.statusCode === 200
    },
    kill() {
      if (!dead) killGroup(child)
    },
  }

  try {
    await untilListening(child, died)
    if (jail.hasKeeper) workerd.pid = onlyChildOf(workerd.pid)
    if (engine.runtime === 'javascript') await warmUp(workerd)
    workerd.bootAhead()
  } catch (error) {
    workerd.kill()
    throw error
  }
  return workerd
}

/** What workerd is asked to do; its descriptors are in the order of `stdio` above. */
function serve({ binary, config, guardSocket }: Cell): string[] {
  const sockets = ['--socket-fd', `in=${LISTEN_FD}`, `--external-addr=guard=unix:${guardSocket}`]
  return [binary, 'serve', '--experimental', '-b', config, ...sockets, '--control-fd', String(CONTROL_FD)]
}

async function untilListening(child: ChildProcess, died: Promise<string>): Promise<void> {
  const timer = AbortSignal.timeout(START_WITHIN_MS)
  const listening = new Promise<void>((resolve, reject) => {
    let heard = ''
    child.stdio[CONTROL_FD]?.on('data', (chunk: Buffer) => {
      heard += chunk
      if (heard.includes('"listen"')) resolve()
    })
    timer.onabort = () => reject(new Error(`workerd did not listen within ${START_WITHIN_MS} ms.`))
  })
  const stillborn = died.then((lastWords) => {
    throw new Error(`workerd stopped while starting. ${lastWords}`.trim())
  })
  await Promise.race([listening, stillborn]).finally(() => {
    timer.onabort = null
  })
}

/** The first isolate of a process costs 10 ms more than the next; better now than in somebody's run. */
async function warmUp(workerd: WorkerdProcess): Promise<void> {
  const limits = { wallMs: 1000, outputBytes: 100, logBytes: 0, logLines: 0 }
  const definition = 'export default async () => null'
  const response = await workerd.post(JSON.stringify({ definition, input: JSON.stringify({ limits }) }))
  response.resume()
  await once(response, 'end')
}

/** The process itself when it cannot be told, so that what is counted is too little rather than somebody else's. */
function onlyChildOf(pid: number): number {
  try {
    const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ')
    return Number(children[0]) || pid
  } catch {
    return pid
  }
}

function keepLastWords(child: ChildProcess): () => string {
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    words = (words + chunk).slice(-LAST_WORDS_CHARS)
  })
  return () => words
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Already gone.
  }
}
