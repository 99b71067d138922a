/** Starts Postgres on the loopback interface. It survives a supervisor that is killed, and the next start adopts it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../runtime/free-port.ts'
import {
  findPostgresBinaries,
  type PostgresAccount,
  type PostgresBinaries,
  postgresProgram,
  runAs,
} from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { isPostgresOf, type PidFile, readPidFile, removePidFile, stopServer } from './pid-file.ts'

export type Postgres = {
  url: (database: string) => string
  pid: number
  port: number
  adopted: boolean
  isRunning: () => boolean
  stop: () => Promise<void>
}

type PostgresOptions = {
  folder: string
  port?: number
  /** False is three times faster, but not crash-safe. */
  durable?: boolean
  log?: (message: string) => void
}

const READY_WITHIN_MS = 60_000

export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const binaries = findPostgresBinaries()
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
      isRunning: () => isPostgresOf(dataDir, server.pid),
      stop: () => stopServer(dataDir, server.pid, binaries),
    }
  }

  const running = await findRunning(dataDir)
  if (running) return describe(running, true)
  ensureCluster(dataDir, passwordFile, binaries)
  const started = await launch(dataDir, path.join(folder, 'log'), binaries, options)
  return describe(started, false)
}

async function findRunning(dataDir: string): Promise<PidFile | null> {
  const deadline = Date.now() + READY_WITHIN_MS
  for (;;) {
    const server = readPidFile(dataDir)
    if (!server) return null
    if (!isPostgresOf(dataDir, server.pid)) {
      removePidFile(dataDir)
      return null
    }
    if (server.isReady) return server
    if (Date.now() > deadline) throw new Error(`Postgres (process ${server.pid}) neither started nor exited.`)
    await sleep(50)
  }
}

async function launch(
  dataDir: string,
  logFile: string,
  binaries: PostgresBinaries,
  options: PostgresOptions,
): Promise<PidFile> {
  const settings = {
    listen_addresses: '127.0.0.1',
    // There is no Unix socket, because its path could be too long.
    unix_socket_directories: '',
    port: await findFreePort(options.port),
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
  const server = spawn(postgresProgram(binaries, 'postgres'), ['-D', dataDir, ...switches], {
    ...runAs(binaries.account),
    cwd: path.parse(dataDir).root,
    stdio: ['ignore', out, out],
    // Ctrl-C must not stop it before the app has disconnected.
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
  const logTail = fs.readFileSync(logFile, 'utf8').split('\n').slice(-15).join('\n')
  throw new Error(
    `Postgres ${ended === undefined ? 'did not become ready' : `stopped while starting (${ended})`}:\n${logTail}`,
  )
}

const FALLBACK_FOLDER = '/var/tmp/guildhall-postgres-data'

/** Returns `folder`, or one in /var/tmp if it is private to root; `elsewhere` contains that path. */
function reachableFolder(folder: string, account: PostgresAccount, log?: (message: string) => void): string {
  fs.mkdirSync(folder, { recursive: true })
  if (!account) return folder
  // The account may pass through the folder, but not list it.
  fs.chmodSync(folder, 0o711)
  const probe = spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], {
    ...runAs(account),
    cwd: '/',
    stdio: 'ignore',
  })
  if (probe.status === 0) return folder
  const elsewhere = findElsewhere(path.join(folder, 'elsewhere'))
  log?.(`the project's folder is private to root, so the database is stored in ${elsewhere}`)
  return elsewhere
}

function findElsewhere(noteFile: string): string {
  fs.mkdirSync(FALLBACK_FOLDER, { recursive: true, mode: 0o711 })
  // Everyone may write to /var/tmp, so the folder could be somebody else's.
  if (fs.lstatSync(FALLBACK_FOLDER).uid !== process.getuid?.())
    throw new Error(`${FALLBACK_FOLDER} belongs to another user. Remove it and start again.`)
  if (!fs.existsSync(noteFile)) {
    const fresh = fs.mkdtempSync(path.join(FALLBACK_FOLDER, 'db-'))
    fs.chmodSync(fresh, 0o711)
    fs.writeFileSync(noteFile, `${fresh}\n`)
  }
  return fs.readFileSync(noteFile, 'utf8').trim()
}
