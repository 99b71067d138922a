/**
 * A cluster for one test run: a folder of its own in the system's temporary folder, gone when the run is.
 *
 * Several runs at once do not meet. What a run that was killed outright left behind, the next one removes.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isAlive } from '../processes.ts'
import { findBinaries } from './binaries.ts'
import { readPidFile } from './pid-file.ts'
import { type Postgres, startPostgres } from './start-postgres.ts'
import { stopServer } from './stop-server.ts'

const PREFIX = 'guildhall-test-'

export async function startThrowAwayPostgres(): Promise<Postgres> {
  await removeLeftOvers()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `${PREFIX}${process.pid}-`))
  const postgres = await startPostgres({ folder, durable: false })
  const stop = async () => {
    await postgres.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  return { ...postgres, stop }
}

async function removeLeftOvers(): Promise<void> {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (!owner || isAlive(Number(owner))) continue
    const folder = path.join(os.tmpdir(), name)
    // Another account's run is that account's to clean up.
    if (process.getuid && fs.statSync(folder).uid !== process.getuid()) continue
    const dataDir = path.join(folder, 'data')
    const server = readPidFile(dataDir)
    if (server) await stopServer(dataDir, server.pid, findBinaries())
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
