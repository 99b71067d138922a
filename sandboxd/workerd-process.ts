/**
 * One workerd process: started, spoken to over its own socket, killed.
 *
 * A process runs the code of one publisher only, one run at a time; so killing it ends exactly that run, and
 * nothing that escapes an isolate meets a stranger's code.
 */
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { HEAD_HEADER } from '../lib/sandbox/hear-isolate.ts'
import { type Ahead, type Asked, type Head, openAhead } from './ahead.ts'
import { answerTo, type Call, openCall } from './call.ts'
import { type Guard, openGuard, TICKET_HEADER } from './egress/guard.ts'
import type { World } from './egress/pin-host.ts'
import type { Engine } from './engine.ts'
import { feelPulse } from './feel-pulse.ts'
import { findWorkerdPid } from './find-workerd-pid.ts'
import type { Jail } from './jail/jail.ts'
import type { Leash } from './leash.ts'
import { requireShortPath } from './scratch.ts'
import { keepLastWords, killGroup, spawnWorkerd, untilListening } from './spawn-workerd.ts'
import type { WorkerdBinary } from './workerd-binary.ts'

const PULSE_CONNECTION_MS = 4_000

export type WorkerdProcess = {
  /** Of workerd itself, which is not always what was spawned; of that where `/proc` does not tell. */
  pid: number
  /** Null until the first run claims it. */
  publisher: string | null
  runs: number
  /** Its one way out. */
  guard: Guard
  /** Resolves when it is gone, to the end of what it wrote to stderr, and the signal that ended it. */
  died: Promise<string>
  isDead(): boolean
  /** Makes the isolate of one run, or takes the one that was made ahead. */
  open(head: Head): OpenedIsolate
  /** Asks it for something that is no run. */
  ask(path: string): Promise<http.IncomingMessage>
  /**
   * Has it make the isolate of its next run now, which will be of the same code as its last: so most are. One that has had
   * no run yet is warmed up further, once.
   */
  bootAhead(): void
  isReadyFor(head: Head): boolean
  /**
   * Whether its event loop answers, which it does not while left-over code holds the thread. What it is asked may be to
   * boot ahead, so that nothing else has to be.
   */
  hasPulse(asked?: { bootAhead: boolean }): Promise<boolean>
  kill(): void
}

/** One isolate, for one run. */
export type OpenedIsolate = {
  /** Names it to the guard; the isolate itself never learns it. */
  ticket: string
  /** Gives it its input, once, and resolves to its response, whose body is frames as they come. */
  send(input: string): Promise<http.IncomingMessage>
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
const runUnder = (path: Asked, ticket: string, head: Head) => ({
  path,
  method: 'POST',
  headers: { [TICKET_HEADER]: ticket, [HEAD_HEADER]: Buffer.byteLength(head) },
})

let started = 0

/** Starts a process and waits until it listens. Throws when it does not. */
export async function startWorkerd(setup: ProcessSetup): Promise<WorkerdProcess> {
  const { engine, folder, world } = setup
  started += 1
  const socketPath = requireShortPath(path.join(folder, `${started}.sock`))
  const guardPath = `${socketPath}.out`
  const guard = await openGuard(requireShortPath(guardPath), world)
  const child = await spawnWorkerd(setup, { socketPath, guardPath })

  let dead = false
  let isWarm = false
  const ahead = openAhead((...asked) => openCall(socketPath, runUnder(...asked)))
  // What has no head is the same for every run.
  let lastHead: Head | undefined = engine.runtime === 'python' ? '' : undefined
  // Felt after many a run, so its connection is kept; workerd closes one that was quiet for five seconds.
  const pulses = new http.Agent({ keepAlive: true, timeout: PULSE_CONNECTION_MS })
  const lastWords = keepLastWords(child)
  const died = new Promise<string>((resolve) => {
    const end = () => {
      dead = true
      guard.close()
      pulses.destroy()
      fs.rmSync(socketPath, { force: true })
      resolve([lastWords().trim(), child.signalCode].filter(Boolean).join(' '))
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
    open(head) {
      const { ticket, call } = ahead.take(head)
      return {
        ticket,
        send(input) {
          lastHead = head
          call.request.end(input)
          // None is made ahead of code that no isolate can be made of: its refusal would break in on the next run.
          const look = ({ statusCode }: http.IncomingMessage) => {
            if (statusCode !== 200 && engine.runtime === 'javascript') lastHead = undefined
          }
          call.answer.then(look, () => {})
          return call.answer
        },
      }
    },
    ask: (path) => answerTo(openCall(socketPath, { path, method: 'POST' })),
    bootAhead,
    isReadyFor: (head) => ahead.isMadeOf(head),
    hasPulse(asked) {
      // Python's isolate takes too long to answer for its process.
      const isolate = asked?.bootAhead && engine.runtime === 'javascript' ? bootAhead() : undefined
      return feelPulse(isolate ?? askForPulse(), workerd.pid)
    },
    kill() {
      if (!dead) killGroup(child)
    },
  }

  function bootAhead(): Call | undefined {
    if (!engine.bootsAhead || dead) return undefined
    if (lastHead !== undefined) return ahead.make(lastHead)
    if (workerd.publisher === null && !isWarm) {
      isWarm = true
      warmUp(ahead, WITH_WORDS).catch(() => {})
    }
    return undefined
  }

  function askForPulse(): Call {
    const pulse = openCall(socketPath, { path: '/pulse', agent: pulses })
    answerTo(pulse).then(
      (answer) => answer.resume(),
      () => {},
    )
    return pulse
  }

  try {
    await untilListening(child, died)
    workerd.pid = findWorkerdPid(workerd.pid, setup) ?? workerd.pid
    if (engine.runtime === 'javascript') await warmUp(ahead, WITHOUT_A_WORD)
    else workerd.bootAhead()
  } catch (error) {
    workerd.kill()
    throw error
  }
  return workerd
}

/** The first isolate of a process costs 10 ms more than the next; better now than in somebody's run. */
const WITHOUT_A_WORD = 'export default async () => null'
/** And whatever knows of languages 20 ms more the first time, which is not waited for. */
const WITH_WORDS = `export default async () => {
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'word' }).segment('Two words.')) segment.normalize('NFKD')
  return new Intl.NumberFormat('en').format(1) + new Intl.DateTimeFormat('en', { timeZone: 'UTC' }).format(0)
}`

async function warmUp(ahead: Ahead, definition: string): Promise<void> {
  const limits = { wallMs: 1000, outputBytes: 100, logBytes: 0, logLines: 0 }
  const head = JSON.stringify({ definition, isOnline: false })
  const { request, answer } = ahead.take(head).call
  request.end(JSON.stringify({ limits }))
  const response = await answer
  response.resume()
  await once(response, 'end')
}
