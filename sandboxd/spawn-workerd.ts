/** Starting a workerd in its jail and on its leash, and what can be known of the program that runs then. */
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import { type Cell, CONTROL_FD, LISTEN_FD } from './jail/jail.ts'
import { openListening } from './listening-socket.ts'
import type { ProcessSetup } from './workerd-process.ts'

const START_WITHIN_MS = 10_000
const LAST_WORDS_CHARS = 16_384

type Places = { socketPath: string; guardPath: string }

/** Spawns it; it listens on `socketPath` already, and answers when it has started. */
export async function spawnWorkerd(
  { binary, engine, jail, leash }: ProcessSetup,
  { socketPath, guardPath }: Places,
): Promise<ChildProcess> {
  const listening = await openListening(socketPath)
  const filter = jail.filterFile === undefined ? undefined : fs.openSync(jail.filterFile, 'r')
  const cell = { binary: binary.path, config: engine.config, guardSocket: guardPath }
  for (const file of [guardPath, engine.config]) jail.admit?.(file)
  const [program = '', ...args] = leash.wrap(jail.wrap(cell, serve(jail.inside(cell))), engine.dataLimitMb)
  // A group of its own: Ctrl-C in the terminal is sandboxd's to answer. No environment: it holds secrets.
  const child = spawn(program, args, {
    detached: true,
    env: {} as NodeJS.ProcessEnv,
    stdio: ['pipe', 'ignore', 'pipe', 'pipe', listening.fd, filter ?? 'ignore'],
  })
  listening.close()
  if (filter !== undefined) fs.closeSync(filter)
  return child
}

/** What workerd is asked to do; its descriptors are in the order of `stdio` above. */
function serve({ binary, config, guardSocket }: Cell): string[] {
  const sockets = ['--socket-fd', `in=${LISTEN_FD}`, `--external-addr=guard=unix:${guardSocket}`]
  return [binary, 'serve', '--experimental', '-b', config, ...sockets, '--control-fd', String(CONTROL_FD)]
}

export async function untilListening(child: ChildProcess, died: Promise<string>): Promise<void> {
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

/** The end of what it writes to stderr. */
export function keepLastWords(child: ChildProcess): () => string {
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    words = (words + chunk).slice(-LAST_WORDS_CHARS)
  })
  return () => words
}

export function killGroup(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Already gone.
  }
}
