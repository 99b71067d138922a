/**
 * Starts the embedded Postgres: a real server on loopback, with a folder and a password of its own.
 *
 * It outlives a supervisor that was killed outright, and the next start adopts it: data is never at risk, and
 * nothing has to be cleaned up by hand.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { runAs } from './account.ts'
import { type Binaries, findBinaries, program } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { isServerOf, type PidFile, readPidFile, removePidFile } from './pid-file.ts'
import { reachableFolder } from './reachable-folder.ts'
import { stopServer } from './stop-server.ts'

export type Postgres = {
  url: (database: string) => string
  pid: number
  port: number
  /** True when it was running already. */
  adopted: boolean
  /** False once it died, whoever started it. */
  isRunning: () => boolean
  stop: () => Promise<void>
}

export type PostgresOptions = {
  /** Holds data/, password and log. */
  folder: string
  /** Taken when free, else any other. */
  port?: number
  /** False for throw-away clusters: three times faster, and worthless after a power cut. */
  durable?: boolean
  log?: (message: string) => void
}

const READY_WITHIN_MS = 60_000

export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const binaries = findBinaries()
  const folder = reachableFolder(path.resolve(options.folder), binaries.account, options.log)
  const dataDir = path.join(folder, 'data')
  const passwordFile = path.join(folder, 'password')
  const describe = (server: PidFile, adopted: boolean): Postgres => {
    const password = fs.readFileSync(passwordFile, 'utf8').trim()
    return {
      url: (database) => `postgresql://postgres:${password}@127.0.0.1:${server.port}/${database}`,
      pid: server.pid,
      port: server.port,
      adopted,
      isRunning: () => isServerOf(dataDir, server.pid),
      stop: () => stopServer(dataDir, server.pid, binaries),
    }
  }

  const running = await findRunning(dataDir)
  if (running) return describe(running, true)
  ensureCluster(dataDir, passwordFile, binaries)
  const started = await launch(dataDir, path.join(folder, 'log'), binaries, options)
  return describe(started, false)
}

/** The server of this folder when it runs; a pid file that lies is removed. */
async function findRunning(dataDir: string): Promise<PidFile | null> {
  const deadline = Date.now() + READY_WITHIN_MS
  for (;;) {
    const server = readPidFile(dataDir)
    if (!server) return null
    if (!isServerOf(dataDir, server.pid)) {
      removePidFile(dataDir)
      return null
    }
    if (server.isReady) return server
    if (Date.now() > deadline) throw new Error(`Postgres (process ${server.pid}) is neither up nor gone.`)
    await sleep(50)
  }
}

async function launch(
  dataDir: string,
  logFile: string,
  binaries: Binaries,
  options: PostgresOptions,
): Promise<PidFile> {
  const settings = {
    listen_addresses: '127.0.0.1',
    // A socket's path may be too long for some folders; loopback always works.
    unix_socket_directories: '',
    port: await freePort(options.port),
    max_connections: 100,
    shared_buffers: '128MB',
    logging_collector: 'off',
    log_min_messages: 'warning',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(options.durable === false && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const switches = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const out = fs.openSync(logFile, 'a', 0o600)
  const server = spawn(program(binaries, 'postgres'), ['-D', dataDir, ...switches], {
    ...runAs(binaries.account),
    cwd: path.parse(dataDir).root,
    stdio: ['ignore', out, out],
    // A session of its own: Ctrl-C in the terminal must not reach it before the app has let go.
    detached: true,
    windowsHide: true,
    env: { ...process.env, LC_ALL: 'C' },
  })
  fs.closeSync(out)
  server.unref()
  return whenReady(server, dataDir, logFile)
}

async function whenReady(server: ChildProcess, dataDir: string, logFile: string): Promise<PidFile> {
  let ended: string | undefined
  server.once('exit', (code, signal) => {
    ended = String(code ?? signal)
  })
  server.once('error', (error) => {
    ended = error.message
  })
  const deadline = Date.now() + READY_WITHIN_MS
  while (ended === undefined && Date.now() < deadline) {
    const file = readPidFile(dataDir)
    if (file?.pid === server.pid && file?.isReady) return file
    await sleep(15)
  }
  const said = fs.readFileSync(logFile, 'utf8').split('\n').slice(-15).join('\n')
  throw new Error(
    `Postgres ${ended === undefined ? 'did not become ready' : `stopped while starting (${ended})`}:\n${said}`,
  )
}
