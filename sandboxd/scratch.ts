/** The folder for sockets: one for each sandboxd, named after its process so that the next one can tell a dead one's. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const PREFIX = 'ghbox-'

/** The kernel allows about 104 bytes for the path of a unix socket; a path that is too long fails unreadably. */
const SOCKET_PATH_BYTES = 100

/** Makes a folder only this user may enter, after removing those whose sandboxd is gone. */
export function makeScratch(base = process.env.GUILDHALL_SANDBOX_DIR ?? os.tmpdir()): string {
  fs.mkdirSync(base, { recursive: true })
  for (const name of fs.readdirSync(base)) {
    if (isStale(name)) fs.rmSync(path.join(base, name), { recursive: true, force: true })
  }
  return fs.mkdtempSync(path.join(base, `${PREFIX}${process.pid}-`))
}

/** Throws a sentence for the terminal when `socketPath` could not be listened on. */
export function requireShortPath(socketPath: string): string {
  const bytes = Buffer.byteLength(socketPath)
  if (bytes > SOCKET_PATH_BYTES) {
    throw new Error(
      `${socketPath} is ${bytes} bytes long; a socket's path may have ${SOCKET_PATH_BYTES}. Set GUILDHALL_SANDBOX_DIR or GUILDHALL_SANDBOX_SOCKET to something shorter.`,
    )
  }
  return socketPath
}

function isStale(name: string): boolean {
  const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
  return pid !== undefined && !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Someone else's process is alive, and its folder is not ours to remove.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
