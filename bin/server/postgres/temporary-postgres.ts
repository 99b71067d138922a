/** A Postgres for one run of tests. Concurrent runs do not share one, and each removes what a killed run has left. */
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isProcessAlive } from '../runtime/processes.ts'
import { findPostgresBinaries } from './binaries.ts'
import { readPidFile, stopServer } from './pid-file.ts'
import { type Postgres, startPostgres } from './start-postgres.ts'

const PREFIX = 'guildhall-test-'

export async function startTemporaryPostgres(): Promise<Postgres> {
  await removeLeftovers()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `${PREFIX}${process.pid}-`))
  const postgres = await startPostgres({ folder, durable: false })
  const watcher = process.platform === 'win32' ? undefined : stopWithThisProcess(postgres.pid, folder)
  const stop = async () => {
    watcher?.kill('SIGKILL')
    await postgres.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  return { ...postgres, stop }
}

const STOP_SCRIPT =
  'read -r _; kill -INT "$0" && while kill -0 "$0" 2>/dev/null; do sleep 0.2; done; rm -rf "$1"'

/**
 * Stops the server when this process ends, because its pipe is then closed. Ctrl-C does not reach the watcher: this
 * process may handle it.
 */
function stopWithThisProcess(pid: number, folder: string): ChildProcess {
  const watcher = spawn('/bin/sh', ['-c', STOP_SCRIPT, String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.unref()
  return watcher
}

async function removeLeftovers(): Promise<void> {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (!owner || isProcessAlive(Number(owner))) continue
    const folder = path.join(os.tmpdir(), name)
    // The folder belongs to another account.
    if (process.getuid && fs.statSync(folder).uid !== process.getuid()) continue
    const dataDir = path.join(folder, 'data')
    const server = readPidFile(dataDir)
    if (server) await stopServer(dataDir, server.pid, findPostgresBinaries())
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
