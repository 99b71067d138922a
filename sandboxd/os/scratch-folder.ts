/** Temporary folders. Their names have the pid and its namespace, so that those of dead processes are recognised. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const PREFIX = 'ghsbx-'

/** The namespace is part of the name, because another container may share the folder and has pids of its own. */
const NAMESPACE = readPidNamespace()

/** The kernel allows about 104 bytes, and its error does not say so. */
const SOCKET_PATH_BYTES = 100

/** Creates a folder with mode 0700, and removes those of dead processes. */
export function createScratch(base = process.env.GUILDHALL_SANDBOX_DIR ?? os.tmpdir()): string {
  fs.mkdirSync(base, { recursive: true })
  for (const name of fs.readdirSync(base)) {
    if (isStale(name)) removeScratch(path.join(base, name))
  }
  return fs.mkdtempSync(path.join(base, `${PREFIX}${process.pid}-${NAMESPACE}-`))
}

/** Removes a folder. Never throws, so that cleanup cannot replace a result; the next start removes what is left. */
export function removeScratch(folder: string): void {
  try {
    fs.rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    console.error(`sandboxd: ${folder} could not be removed. ${(error as Error).message}`)
  }
}

/** Creates a folder for as long as `use` runs. */
export async function withScratch<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = createScratch()
  try {
    return await use(folder)
  } finally {
    removeScratch(folder)
  }
}

/** Returns the path. Throws if it is too long for a socket. */
export function requireShortPath(socketPath: string): string {
  const bytes = Buffer.byteLength(socketPath)
  if (bytes > SOCKET_PATH_BYTES) {
    throw new Error(
      `${socketPath} is ${bytes} bytes long; a socket path can have at most ${SOCKET_PATH_BYTES}. Set GUILDHALL_SANDBOX_DIR or GUILDHALL_SANDBOX_SOCKET to something shorter.`,
    )
  }
  return socketPath
}

/** Whether the folder's process is dead. Earlier versions named folders `ghbox-`, without a namespace. */
function isStale(name: string): boolean {
  const [, pid, namespace = NAMESPACE] = /^(?:ghsbx|ghbox)-(\d+)-(?:(\w+)-)?/.exec(name) ?? []
  return pid !== undefined && namespace === NAMESPACE && !isAlive(Number(pid))
}

/** Returns the inode of this process's pid namespace; "0" without /proc. */
function readPidNamespace(): string {
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
    // EPERM means that the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The folder of compiled engines and Python's snapshot. It has no data of runs. */
export function cacheFolder(): string {
  return (
    process.env.GUILDHALL_SANDBOX_CACHE ||
    path.resolve(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'guildhall')
  )
}
