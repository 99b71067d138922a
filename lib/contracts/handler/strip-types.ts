import { createRequire } from 'node:module'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'

export type SyntaxFault = { message: string; line: number; column: number; isTooDeep?: true }

type Stripped = { code: string; fault?: undefined } | { code?: undefined; fault: SyntaxFault }

export const TOO_DEEP = 'The definition is nested too deeply.'

type TypesStripper = {
  strip(source: string): Reply | undefined
  end(): void
}

let waitedFor: TypesStripper | undefined

/** Replaces types by spaces, so that positions stay. It blocks the thread, so servers call it in a worker. */
export function stripTypes(source: string): Stripped {
  waitedFor ??= startStripper()
  const reply = waitedFor.strip(source)
  if (isBroken(reply)) waitedFor = waitedFor.end() as undefined
  return parseReply(reply)
}

type Reply = { code: string } | { thrown: { message?: string; startLine?: number; startColumn?: number } }

/** The thread's state is then invalid. */
function isBroken(reply: Reply | undefined): boolean {
  return reply === undefined || ('thrown' in reply && reply.thrown.startLine === undefined)
}

function parseReply(reply: Reply | undefined): Stripped {
  if (reply && 'code' in reply) return reply
  const { message = '', startLine, startColumn = 0 } = reply?.thrown ?? {}
  if (startLine === undefined) return { fault: { message: TOO_DEEP, line: 1, column: 1, isTooDeep: true } }
  return { fault: { message: describeSyntaxError(message), line: startLine, column: startColumn + 1 } }
}

/** Replaces the stripper's messages by ones that publishers understand. */
function describeSyntaxError(message: string): string {
  const [, feature] = /^(TypeScript .*?) (?:is|are) not supported in strip-only mode/.exec(message) ?? []
  if (feature) return `${feature} is not supported: types are stripped, and this would need a compiler`
  return message.replace(/ in (?:type )?strip(?:-only)? mode/, '')
}

/** A long handler takes 20 ms, or 200 on a busy machine. */
const READ_WITHIN_MS = 1_500
const START_WITHIN_MS = 20_000

const [ASKED, ANSWERED] = [0, 1]

const THREAD = `
const { workerData: { amaro, signal, port } } = require('node:worker_threads')
const { transformSync } = require(amaro)
const tell = () => { Atomics.store(signal, 0, ${ANSWERED}); Atomics.notify(signal, 0) }
port.on('message', (source) => {
  try {
    port.postMessage({ code: transformSync(source, { mode: 'strip-only' }).code })
  } catch (thrown) {
    const { message, startLine, startColumn } = thrown
    port.postMessage({ thrown: { message, startLine, startColumn } })
  }
  tell()
})
tell()
`

/**
 * The time of amaro doubles with each further `a ? (b) : c => d`, so 500 characters could block a process for hours,
 * and its WebAssembly memory does not survive a stack overflow, but a thread can be terminated.
 */
function startStripper(): TypesStripper {
  const signal = new Int32Array(new SharedArrayBuffer(4))
  const { port1: port, port2 } = new MessageChannel()
  const workerData = { amaro: findAmaro(), signal, port: port2 }
  const thread = new Worker(THREAD, { eval: true, workerData, transferList: [port2], env: {} })
  // The thread must not prevent the process from ending.
  thread.on('error', () => {}).unref()
  let hasStarted = false

  function patienceMs(): number {
    return hasStarted ? READ_WITHIN_MS : START_WITHIN_MS
  }

  function ask(source: string) {
    Atomics.store(signal, 0, ASKED)
    port.postMessage(source)
  }

  return {
    strip(source) {
      if (!hasStarted) Atomics.wait(signal, 0, ASKED, patienceMs())
      hasStarted = true
      ask(source)
      Atomics.wait(signal, 0, ASKED, patienceMs())
      return receiveMessageOnPort(port)?.message
    },

    end() {
      port.close()
      void thread.terminate()
    },
  }
}

/** Where the packed command line has the stripper, relative to its program. See bin/build-cli.ts. */
const PACKED = './amaro/amaro.cjs'

/**
 * Looks beside this file, where the packed command line has it, then among the packages of this file and of the project's
 * folder, because `import.meta.url` of a bundle is not on disk.
 */
function findAmaro(): string {
  const places = [
    [import.meta.url, PACKED],
    [import.meta.url, 'amaro'],
    [`file://${process.cwd()}/`, 'amaro'],
  ] as const
  for (const [base, name] of places) {
    try {
      return createRequire(base).resolve(name)
    } catch (thrown) {
      if ((thrown as { code?: string }).code !== 'MODULE_NOT_FOUND') throw thrown
    }
  }
  throw new Error('amaro is not installed')
}
