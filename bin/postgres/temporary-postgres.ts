/** Concurrent runs are independent; the next one removes leftovers. */
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
  const stop = async () => {
    await postgres.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  return { ...postgres, stop }
}

async function removeLeftovers(): Promise<void> {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (!owner || isProcessAlive(Number(owner))) continue
    const folder = path.join(os.tmpdir(), name)
    // Another account's.
    if (process.getuid && fs.statSync(folder).uid !== process.getuid()) continue
    const dataDir = path.join(folder, 'data')
    const server = readPidFile(dataDir)
    if (server) await stopServer(dataDir, server.pid, findPostgresBinaries())
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
