/** Temporary folders, named after the pid and its namespace, so that leftovers can be detected. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const PREFIX = 'ghsbx-'

/** Another container may share the folder, but has other pids. */
const NAMESPACE = pidNamespace()

/** The kernel allows about 104, and its error is unclear. */
const SOCKET_PATH_BYTES = 100

/** Creates it with mode 0700, and removes those of dead processes. */
export function makeScratch(base = process.env.GUILDHALL_SANDBOX_DIR ?? os.tmpdir()): string {
  fs.mkdirSync(base, { recursive: true })
  for (const name of fs.readdirSync(base)) {
    if (isStale(name)) removeScratch(path.join(base, name))
  }
  return fs.mkdtempSync(path.join(base, `${PREFIX}${process.pid}-${NAMESPACE}-`))
}

/** Never throws, so that cleanup cannot replace a result. The next start removes the rest. */
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

/** Previous versions used `ghbox-`, and no namespace. */
function isStale(name: string): boolean {
  const [, pid, namespace = NAMESPACE] = /^(?:ghsbx|ghbox)-(\d+)-(?:(\w+)-)?/.exec(name) ?? []
  return pid !== undefined && namespace === NAMESPACE && !isAlive(Number(pid))
}

/** Returns "0" without /proc. */
function pidNamespace(): string {
  try {
    return String(fs.statSync('/proc/self/ns/pid').ino)
  } catch {
    return '0'
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Contains compiled engines and Python's snapshot, and no data of runs. */
export function cacheFolder(): string {
  return (
    process.env.GUILDHALL_SANDBOX_CACHE ||
    path.resolve(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'guildhall')
  )
}
