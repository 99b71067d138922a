/** postmaster.pid: what a cluster says about the server that runs it, and whether to believe it. */
import fs from 'node:fs'
import path from 'node:path'
import { commandLine, isAlive } from '../processes.ts'
import { IS_WINDOWS } from './binaries.ts'

export type PidFile = { pid: number; port: number; isReady: boolean }

const FILE = 'postmaster.pid'

/** Null when there is none. Lines: 1 pid, 2 data folder, 4 port, 8 status. */
export function readPidFile(dataDir: string): PidFile | null {
  let text: string
  try {
    text = fs.readFileSync(path.join(dataDir, FILE), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const lines = text.split('\n')
  return { pid: Math.abs(Number(lines[0])), port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
}

export function removePidFile(dataDir: string): void {
  fs.rmSync(path.join(dataDir, FILE), { force: true })
}

/** Whether `pid` is the server of this very folder: after a crash the number may belong to any program. */
export function isServerOf(dataDir: string, pid: number): boolean {
  if (!isAlive(pid)) return false
  // Postgres keeps the file open on Windows, so there it cannot be stale.
  if (IS_WINDOWS) return true
  return commandLine(pid).includes(dataDir)
}
