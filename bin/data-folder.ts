/**
 * The data folder: everything this installation owns and git does not (database, secrets, sockets, run.json).
 *
 * GUILDHALL_DATA_DIR, or `.data` in the project. Only its owner can look into it. When root runs us, the account
 * Postgres runs as may pass through, and read nothing.
 */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { unprivilegedAccount } from './postgres/account.ts'
import { ROOT } from './root.ts'

/** A Unix socket's path must fit into 104 bytes on some systems, with its end mark. */
const LONGEST_SOCKET_PATH = 100

export function dataFolder(): string {
  return path.resolve(ROOT, process.env.GUILDHALL_DATA_DIR ?? '.data')
}

/** Makes the folder when there is none, and closes it to others. */
export function openDataFolder(): string {
  const folder = dataFolder()
  fs.mkdirSync(path.dirname(folder), { recursive: true })
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const account = process.env.DATABASE_URL ? null : unprivilegedAccount()
  if (account) fs.chownSync(folder, 0, account.gid)
  fs.chmodSync(folder, account ? 0o710 : 0o700)
  return folder
}

/** A random secret kept in the folder, made on first use. */
export function readSecret(folder: string, name: string): string {
  const file = path.join(folder, name)
  try {
    fs.writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return fs.readFileSync(file, 'utf8').trim()
}

/** Where the sandbox listens: in the folder, or in a private temporary one when the path would be too long. */
export function sandboxSocket(folder: string): string {
  const socket = path.join(folder, 'sandbox.sock')
  if (Buffer.byteLength(socket) <= LONGEST_SOCKET_PATH) return socket
  return path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-')), 'sandbox.sock')
}
