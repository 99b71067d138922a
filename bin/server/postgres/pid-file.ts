import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isProcessAlive, readCommandLine } from '../runtime/processes.ts'
import { IS_WINDOWS, type PostgresBinaries, postgresProgram } from './binaries.ts'

export type PidFile = { pid: number; port: number; isReady: boolean }

const FILE = 'postmaster.pid'

/** Returns null if there is none. Postgres writes the pid into line 1, the port into line 4 and the status into line 8. */
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

/** Whether the process is the server of this folder: after a crash, the pid may belong to another program. */
export function isPostgresOf(dataDir: string, pid: number): boolean {
  if (!isProcessAlive(pid)) return false
  // Windows has no command line to compare, and a running Postgres keeps the file open there.
  if (IS_WINDOWS) return true
  return readCommandLine(pid).includes(dataDir)
}

const STOP_WITHIN_MS = 20_000

/** Stops the server in "fast" mode: it rolls back open transactions, flushes and exits. */
export async function stopServer(dataDir: string, pid: number, binaries: PostgresBinaries): Promise<void> {
  if (!isPostgresOf(dataDir, pid)) return
  if (IS_WINDOWS) {
    spawnSync(postgresProgram(binaries, 'pg_ctl'), ['stop', '-D', dataDir, '-m', 'fast', '-w'], {
      stdio: 'ignore',
    })
  } else {
    process.kill(pid, 'SIGINT')
  }
  const deadline = Date.now() + STOP_WITHIN_MS
  while (isPostgresOf(dataDir, pid) && Date.now() < deadline) await sleep(10)
}
