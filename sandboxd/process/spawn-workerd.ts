import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { Lane } from '../../lib/contracts/document/skill-limits.ts'
import { type Cell, CONTROL_FD, LISTEN_FD } from '../jail/jail.ts'
import { findProgram } from '../os/find-program.ts'
import { listInheritedDescriptors, openListeningSocket } from '../os/listening-socket.ts'
import { readProcFile } from '../os/read-proc.ts'
import type { ProcessSetup } from './workerd-process.ts'

/**
 * Long runs that fill all processors must not slow down the site and quick runs: at 10, one gets a tenth of what
 * another process gets, which is enough to advance on a machine that is always busy.
 */
const nice = findProgram('nice')
const AT_LOW_PRIORITY = nice ? [nice, '-n', '10'] : []

/** A process of low priority takes longer on a busy machine. */
const START_WITHIN_MS: Record<Lane, number> = { quick: 10_000, long: 60_000 }
const MAX_STDERR_CHARS = 16_384

type SocketPaths = { socketPath: string; guardPath: string }

/**
 * Starts workerd on a socket that already listens, so that requests are answered once it has started. Rejects, and
 * leaves nothing behind, if it cannot be spawned or the sandbox is closing.
 */
export async function spawnWorkerd(setup: ProcessSetup, paths: SocketPaths): Promise<ChildProcess> {
  const listening = await openListeningSocket(paths.socketPath)
  try {
    setup.closing?.throwIfAborted()
    return spawnListening(setup, paths, listening.fd)
  } catch (error) {
    fs.rmSync(paths.socketPath, { force: true })
    throw error
  } finally {
    listening.close()
  }
}

function spawnListening(
  { binary, engine, jail, rlimitWrapper }: ProcessSetup,
  { guardPath }: SocketPaths,
  listenFd: number,
): ChildProcess {
  const cell = { binary: binary.path, config: engine.config, guardSocket: guardPath }
  for (const file of [guardPath, engine.config]) jail.admit?.(file)
  const wrapped = rlimitWrapper.wrap(jail.wrap(cell, serveArgs(jail.inside(cell))), engine.dataLimitMb)
  const [program = '', ...args] = engine.lane === 'long' ? [...AT_LOW_PRIORITY, ...wrapped] : wrapped
  const filter = jail.filterFile === undefined ? undefined : fs.openSync(jail.filterFile, 'r')
  const devNull = fs.openSync('/dev/null', 'r')
  try {
    // A separate process group, because sandboxd handles Ctrl-C. No environment, because it contains secrets.
    return spawn(program, args, {
      detached: true,
      env: {} as NodeJS.ProcessEnv,
      stdio: replaceInherited(['pipe', 'ignore', 'pipe', 'pipe', listenFd, filter ?? devNull], devNull),
    })
  } finally {
    fs.closeSync(devNull)
    if (filter !== undefined) fs.closeSync(filter)
  }
}

type Stdio = 'pipe' | 'ignore' | number

/**
 * Adds /dev/null in place of every other inheritable descriptor, because Node cannot close one in the child only.
 */
function replaceInherited(intended: Stdio[], devNull: number): Stdio[] {
  const stdio = [...intended]
  for (const descriptor of listInheritedDescriptors().filter((each) => each >= intended.length)) {
    while (stdio.length < descriptor) stdio.push('ignore')
    stdio[descriptor] = devNull
  }
  return stdio
}

function serveArgs({ binary, config, guardSocket }: Cell): string[] {
  const sockets = ['--socket-fd', `in=${LISTEN_FD}`, `--external-addr=guard=unix:${guardSocket}`]
  return [binary, 'serve', '--experimental', '-b', config, ...sockets, '--control-fd', String(CONTROL_FD)]
}

/** Resolves once workerd accepts connections. Rejects if it exits before, or does not within START_WITHIN_MS. */
export async function waitUntilListening(
  child: ChildProcess,
  died: Promise<string>,
  lane: Lane,
): Promise<void> {
  const withinMs = START_WITHIN_MS[lane]
  const timer = AbortSignal.timeout(withinMs)
  const listening = new Promise<void>((resolve, reject) => {
    let received = ''
    child.stdio[CONTROL_FD]?.on('data', (chunk: Buffer) => {
      received += chunk
      if (received.includes('"listen"')) resolve()
    })
    timer.onabort = () => reject(new Error(`workerd did not listen within ${withinMs} ms.`))
  })
  const exitedEarly = died.then((stderr) => {
    throw new Error(`workerd stopped while starting. ${stderr}`.trim())
  })
  await Promise.race([listening, exitedEarly]).finally(() => {
    timer.onabort = null
  })
}

/** Returns a function that returns the end of what the process has written to stderr. */
export function collectStderr(child: ChildProcess): () => string {
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    tail = (tail + chunk).slice(-MAX_STDERR_CHARS)
  })
  return () => tail
}

/** Finds workerd among `spawned`, which may be a jail around it, and its descendants. Returns undefined without /proc. */
export function findWorkerdPid(
  spawned: number,
  { binary, engine, jail }: Pick<ProcessSetup, 'binary' | 'engine' | 'jail'>,
): number | undefined {
  const { binary: inside } = jail.inside({ binary: binary.path, config: engine.config, guardSocket: '' })
  return findPidByName(spawned, path.basename(inside))
}

function findPidByName(pid: number, name: string): number | undefined {
  try {
    if (readProcFile(`/proc/${pid}/comm`).trim() === name) return pid
    for (const child of readProcFile(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)) {
      const found = findPidByName(Number(child), name)
      if (found !== undefined) return found
    }
  } catch {
    // The process has exited, or /proc is missing.
  }
  return undefined
}
