/** GUILDHALL_DATA_DIR or `.data`, mode 0700; if started as root, Postgres's account may traverse it. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { unprivilegedAccount } from '../postgres/binaries.ts'
import { isProcessAlive, readCommandLine } from '../runtime/processes.ts'
import { PROJECT_ROOT } from '../runtime/project-root.ts'

/** The longest path of a Unix socket: some systems allow 104 bytes with the terminator. */
const MAX_SOCKET_PATH_BYTES = 100

export function dataFolder(): string {
  return path.resolve(PROJECT_ROOT, process.env.GUILDHALL_DATA_DIR ?? '.data')
}

export function openDataFolder(): string {
  const folder = dataFolder()
  fs.mkdirSync(path.dirname(folder), { recursive: true })
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const account = process.env.DATABASE_URL ? null : unprivilegedAccount()
  if (account) fs.chownSync(folder, 0, account.gid)
  fs.chmodSync(folder, account ? 0o710 : 0o700)
  return folder
}

export function readSecret(folder: string, name: string): string {
  const file = path.join(folder, name)
  try {
    fs.writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return fs.readFileSync(file, 'utf8').trim()
}

/** Falls back to a private temporary folder if the path would be too long. */
export function chooseSandboxSocket(folder: string): string {
  const socket = path.join(folder, 'sandbox.sock')
  if (Buffer.byteLength(socket) <= MAX_SOCKET_PATH_BYTES) return socket
  return path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-')), 'sandbox.sock')
}

const NAME = 'supervisor.pid'

/**
 * Locks the folder, because a second supervisor would stop the database of the first. Returns null, or the pid of the
 * supervisor that has the lock.
 */
export function lockFolder(folder: string): number | null {
  const file = path.join(folder, NAME)
  for (;;) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 })
      return null
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const owner = Number(fs.readFileSync(file, 'utf8'))
    if (isSupervisor(owner)) return owner
    fs.rmSync(file, { force: true })
  }
}

export function unlockFolder(folder: string): void {
  fs.rmSync(path.join(folder, NAME), { force: true })
}

/** Looks at the command line, because the system may have given the pid of a supervisor that crashed to another program. */
function isSupervisor(pid: number): boolean {
  if (!pid || pid === process.pid || !isProcessAlive(pid)) return false
  const command = readCommandLine(pid)
  return command === '' || /start\.ts|guildhall\.ts restore/.test(command)
}
