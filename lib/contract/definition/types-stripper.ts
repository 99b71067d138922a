/**
 * The parser that blanks out types, in a thread of its own, where it can be given up.
 *
 * Ground, for servers. It takes twice as long for each further `a ? (b) : c => d`: 500 characters would hold the
 * process for hours. It is WebAssembly besides, whose memory does not survive a stack overflow, so that one source
 * nested a few thousand levels deep would break it for every source after. Either way the thread is thrown away.
 */
import { createRequire } from 'node:module'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'

/** What the thread says of a source; `thrown` without a line is the parser's own end. */
export type Reply =
  | { code: string }
  | { thrown: { message?: string; startLine?: number; startColumn?: number } }

export type TypesStripper = {
  /** Undefined when it took too long. */
  strip(source: string): Reply | undefined
  /** The same without holding the caller's thread. One at a time. */
  stripSoon(source: string): Promise<Reply | undefined>
  end(): void
}

/** A long handler takes 20 ms; a busy machine ten times that. */
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

export function startStripper(): TypesStripper {
  const signal = new Int32Array(new SharedArrayBuffer(4))
  const { port1: port, port2 } = new MessageChannel()
  const workerData = { amaro: findAmaro(), signal, port: port2 }
  const thread = new Worker(THREAD, { eval: true, workerData, transferList: [port2], env: {} })
  // Nobody waits for it to end, and one that dies has simply not answered.
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

    async stripSoon(source) {
      if (!hasStarted) await Atomics.waitAsync(signal, 0, ASKED, patienceMs()).value
      hasStarted = true
      ask(source)
      await Atomics.waitAsync(signal, 0, ASKED, patienceMs()).value
      return receiveMessageOnPort(port)?.message
    },

    end() {
      port.close()
      void thread.terminate()
    },
  }
}

/** Inside a bundle this module's own place is not on the disk; the application's is. */
function findAmaro(): string {
  for (const base of [import.meta.url, `file://${process.cwd()}/`]) {
    try {
      return createRequire(base).resolve('amaro')
    } catch (thrown) {
      if ((thrown as { code?: string }).code !== 'MODULE_NOT_FOUND') throw thrown
    }
  }
  throw new Error('amaro is not installed')
}
