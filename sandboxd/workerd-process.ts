/**
 * One workerd process: started, spoken to over its own socket, killed.
 *
 * A process runs the code of one publisher only, one run at a time; so killing it ends exactly that run, and
 * nothing that escapes an isolate meets a stranger's code.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { answerTo, type Call, openCall } from './call.ts'
import { type Guard, openGuard, TICKET_HEADER } from './egress/guard.ts'
import type { World } from './egress/pin-host.ts'
import type { Engine } from './engine.ts'
import type { Jail } from './jail/jail.ts'
import type { Leash } from './leash.ts'
import { requireShortPath } from './scratch.ts'
import { keepLastWords, killGroup, onlyChildOf, spawnWorkerd, untilListening } from './spawn-workerd.ts'
import type { WorkerdBinary } from './workerd-binary.ts'

const PULSE_WITHIN_MS = 250
const PULSE_CONNECTION_MS = 4_000

export type WorkerdProcess = {
  /** Of workerd itself, which is not always what was spawned. */
  pid: number
  /** Null until the first run claims it. */
  publisher: string | null
  runs: number
  /** Its one way out. */
  guard: Guard
  /** Names the isolate that the next run will be in, to the guard; the isolate itself never learns it. */
  ticket: string
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

/** A request that makes an isolate, under its ticket. */
const runUnder = (ticket: string) => ({
  path: '/run',
  method: 'POST',
  headers: { [TICKET_HEADER]: ticket },
})

let started = 0

/** Starts a process and waits until it listens. Throws when it does not. */
export async function startWorkerd(setup: ProcessSetup): Promise<WorkerdProcess> {
  const { engine, jail, folder, world } = setup
  started += 1
  const socketPath = requireShortPath(path.join(folder, `${started}.sock`))
  const guardPath = `${socketPath}.out`
  const guard = await openGuard(requireShortPath(guardPath), world)
  const child = await spawnWorkerd(setup, { socketPath, guardPath })

  let dead = false
  let ahead: Call | undefined
  // Felt after every run, so its connection is kept; workerd closes one that was quiet for five seconds.
  const pulses = new http.Agent({ keepAlive: true, timeout: PULSE_CONNECTION_MS })
  const lastWords = keepLastWords(child)
  const died = new Promise<string>((resolve) => {
    const end = () => {
      dead = true
      guard.close()
      pulses.destroy()
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
    ticket: randomUUID(),
    died,
    isDead: () => dead,
    post(body) {
      const call = ahead ?? openCall(socketPath, runUnder(workerd.ticket))
      ahead = undefined
      workerd.ticket = randomUUID()
      call.request.end(body)
      return call.answer
    },
    ask: (path) => answerTo(openCall(socketPath, { path, method: 'POST' })),
    bootAhead() {
      if (!engine.bootsAhead || dead) return
      ahead ??= openCall(socketPath, runUnder(workerd.ticket))
      ahead.request.flushHeaders()
    },
    async hasPulse() {
      const pulse = openCall(socketPath, { path: '/pulse', timeout: PULSE_WITHIN_MS, agent: pulses })
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

/** The first isolate of a process costs 10 ms more than the next; better now than in somebody's run. */
async function warmUp(workerd: WorkerdProcess): Promise<void> {
  const limits = { wallMs: 1000, outputBytes: 100, logBytes: 0, logLines: 0 }
  const definition = 'export default async () => null'
  const response = await workerd.post(JSON.stringify({ definition, input: JSON.stringify({ limits }) }))
  response.resume()
  await once(response, 'end')
}
