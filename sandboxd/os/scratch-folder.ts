/**
 * The folder for sockets: one per sandboxd, named after its pid so that the next one can detect leftovers.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const PREFIX = 'ghsbx-'

/** The kernel limits Unix socket paths to about 104 bytes; its error for longer ones is unclear. */
const SOCKET_PATH_BYTES = 100

/** Creates a folder with mode 0700, after removing those of dead processes. */
export function makeScratch(base = process.env.GUILDHALL_SANDBOX_DIR ?? os.tmpdir()): string {
  fs.mkdirSync(base, { recursive: true })
  for (const name of fs.readdirSync(base)) {
    if (isStale(name)) removeScratch(path.join(base, name))
  }
  return fs.mkdtempSync(path.join(base, `${PREFIX}${process.pid}-`))
}

/** Never throws, so that cleanup cannot replace a result: a remaining folder is removed by the next start. */
export function removeScratch(folder: string): void {
  try {
    fs.rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    console.error(`sandboxd: ${folder} could not be removed. ${(error as Error).message}`)
  }
}

export async function withScratch<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = makeScratch()
  try {
    return await use(folder)
  } finally {
    removeScratch(folder)
  }
}

export function requireShortPath(socketPath: string): string {
  const bytes = Buffer.byteLength(socketPath)
  if (bytes > SOCKET_PATH_BYTES) {
    throw new Error(
      `${socketPath} is ${bytes} bytes long; a socket path can have at most ${SOCKET_PATH_BYTES}. Set GUILDHALL_SANDBOX_DIR or GUILDHALL_SANDBOX_SOCKET to something shorter.`,
    )
  }
  return socketPath
}

/** Also of the previous version, whose prefix was `ghbox-`. */
function isStale(name: string): boolean {
  const pid = /^(?:ghsbx|ghbox)-(\d+)-/.exec(name)?.[1]
  return pid !== undefined && !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process is alive, so its folder stays.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The folder of Python's snapshot, which outlives restarts. Contains no run data. */
export function cacheFolder(): string {
  return (
    process.env.GUILDHALL_SANDBOX_CACHE ||
    path.resolve(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'guildhall')
  )
}
