/** The parts of a cluster, each on a machine of its own. */
import type { ChildProcess } from 'node:child_process'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runAs, unprivilegedAccount } from '#bin/postgres/binaries.ts'
import { PROJECT_ROOT } from '#bin/runtime/project-root.ts'
import type { Program } from '#bin/testing/debian-packages.ts'
import { addMachine, type Machine } from '#bin/testing/namespaces.ts'
import { s3SettingsOf } from '../s3-server.ts'

const READY_WITHIN_MS = 300_000
const RESTART_AFTER_MS = 500
const SITE_PORT = 3000
const SANDBOX_PORT = 7443
const S3_PORT = 4568

export const FOLDER = fs.mkdtempSync(path.join(os.tmpdir(), 'ghc-'))
fs.chmodSync(FOLDER, 0o755)

export type Part = Machine & {
  boot(): Promise<void>
  /** Returns what the processes printed since they last booted. */
  printed(): string
}

type Booted = { child: ChildProcess; isReady: (printed: string) => boolean | Promise<boolean> }

/** Restarts processes that exit before they are ready, like an operating system's service manager. */
function partOn(machine: Machine, name: string, start: () => Booted[]): Part {
  let printed = ''
  let children: ChildProcess[] = []
  const startAll = async () => {
    // Postgres refuses to start beside its former processes, even if they are only waiting to be reaped.
    await Promise.all(children.map((child) => hasExited(child) || once(child, 'exit')))
    await machine.ended()
    printed = ''
    const started = start()
    children = started.map(({ child }) => child)
    for (const stream of children.flatMap(({ stdout, stderr }) => [stdout, stderr]))
      stream?.on('data', (chunk) => {
        printed += chunk
      })
    return started
  }
  const isReady = async (started: Booted[]) =>
    (await Promise.all(started.map((each) => each.isReady(printed)))).every(Boolean)
  return {
    ...machine,
    printed: () => printed,
    async boot() {
      const deadline = Date.now() + READY_WITHIN_MS
      for (let started = await startAll(); !(await isReady(started)); await sleep(100)) {
        if (Date.now() > deadline) throw new Error(`${name} does not start:\n${printed.slice(-4_000)}`)
        if (!children.some(hasExited)) continue
        machine.kill()
        await sleep(RESTART_AFTER_MS)
        started = await startAll()
      }
    },
  }
}

const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** Adds Postgres and, in front of it, PgBouncer in transaction mode. */
export function addDatabase(programs: string, pgbouncer: Program) {
  const machine = addMachine('db', 10)
  const account = unprivilegedAccount()
  const own = runAs(account)
  const folder = path.join(FOLDER, 'db')
  fs.mkdirSync(folder)
  if (account) fs.chownSync(folder, account.uid, account.gid)
  const data = path.join(folder, 'data')
  const options = { cwd: '/', stdio: 'ignore' as const, ...own }
  execFileSync(
    path.join(programs, 'initdb'),
    ['-D', data, '-U', 'guildhall', '-E', 'UTF8', '--locale=C.UTF-8'],
    options,
  )
  fs.appendFileSync(path.join(data, 'pg_hba.conf'), 'host all all 10.99.0.0/24 trust\n')
  const settings = path.join(folder, 'pgbouncer.ini')
  fs.writeFileSync(
    settings,
    `[databases]
market = host=${machine.address} port=5432 dbname=market user=guildhall
[pgbouncer]
listen_addr = ${machine.address}
listen_port = 6432
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 400
`,
  )
  const postgres = ['-D', data, '-h', machine.address, '-k', folder, '-c', 'max_connections=200']
  const part = partOn(machine, 'The database', () => [
    {
      child: machine.start([path.join(programs, 'postgres'), ...postgres], own),
      isReady: (printed) => printed.includes('ready to accept connections'),
    },
    {
      child: machine.start([pgbouncer.file, settings], { ...own, env: { ...process.env, ...pgbouncer.env } }),
      isReady: (printed) => printed.includes('process up'),
    },
  ])
  return {
    ...part,
    pooled: `postgresql://guildhall@${machine.address}:6432/market`,
    direct: `postgresql://guildhall@${machine.address}:5432/market`,
    maintenance: `postgresql://guildhall@${machine.address}:5432/postgres`,
  }
}

export function addSandboxHosts() {
  const machines = [addMachine('sandbox-a', 21), addMachine('sandbox-b', 22)]
  const certs = path.join(FOLDER, 'certs')
  for (const { address } of machines) {
    const args = ['bin/guildhall.ts', 'sandbox', 'certs', '--out', certs, '--host', address]
    execFileSync(process.execPath, args, { cwd: PROJECT_ROOT, stdio: 'ignore' })
  }
  const hosts = machines.map((machine) => {
    const own = path.join(certs, `host-${machine.address}`)
    const listen = ['--listen', `${machine.address}:${SANDBOX_PORT}`, '--certs', own]
    return partOn(machine, 'A sandbox host', () => [
      {
        child: machine.start([process.execPath, path.join(PROJECT_ROOT, 'sandboxd/main.ts'), ...listen], {
          env: process.env,
        }),
        isReady: (printed) => printed.includes('ready on tls://'),
      },
    ])
  })
  const setting = machines.map(({ address }) => `tls://${address}:${SANDBOX_PORT}`).join(',')
  return { hosts, certs: path.join(certs, 'site'), setting }
}

export function addBucket() {
  const machine = addMachine('s3', 40)
  const folder = path.join(FOLDER, 's3')
  fs.mkdirSync(folder)
  const command = [
    path.join(PROJECT_ROOT, 'lib/testing/s3-server.ts'),
    machine.address,
    String(S3_PORT),
    folder,
  ]
  const part = partOn(machine, 'The S3 server', () => [
    {
      child: machine.start([process.execPath, ...command]),
      isReady: (printed) => printed.includes('is ready'),
    },
  ])
  return { ...part, settings: s3SettingsOf(machine.address, S3_PORT) }
}

type SharedParts = {
  db: ReturnType<typeof addDatabase>
  sandboxes: ReturnType<typeof addSandboxHosts>
  bucket: ReturnType<typeof addBucket>
}

function sharedEnvironment({ db, sandboxes, bucket: { settings } }: SharedParts) {
  const { PATH, HOME, GUILDHALL_DIST_DIR } = process.env
  return {
    ...{ NODE_ENV: 'production' as const, PATH, HOME, GUILDHALL_DIST_DIR },
    NEXTAUTH_SECRET: randomBytes(32).toString('base64url'),
    GUILDHALL_MASTER_KEY: randomBytes(32).toString('base64'),
    DATABASE_URL: db.pooled,
    DATABASE_DIRECT_URL: db.direct,
    GUILDHALL_SANDBOX_HOSTS: sandboxes.setting,
    GUILDHALL_SANDBOX_CERTS: sandboxes.certs,
    GUILDHALL_S3_ENDPOINT: settings.endpoint,
    GUILDHALL_S3_BUCKET: settings.bucket,
    GUILDHALL_S3_ACCESS_KEY_ID: settings.accessKeyId,
    GUILDHALL_S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  }
}

/** Shifts a machine's clock with the library; `env` is empty if there is none. */
export function shiftableClock(library: string | undefined) {
  const file = path.join(FOLDER, 'clock')
  const shiftTo = (offset: string) => fs.writeFileSync(file, `${offset}\n`)
  shiftTo('+0')
  const env = library && {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { env: env || {}, shiftTo }
}

/** Adds two sites with a worker each, and two workers on their own machines; the second of each has the clock. */
export function addSitesAndWorkers(parts: SharedParts, clock: ReturnType<typeof shiftableClock>) {
  const shared = sharedEnvironment(parts)
  const sites = [addMachine('site-a', 31), addMachine('site-b', 32)].map((machine, at) => {
    const env = {
      ...shared,
      ...(at === 1 && clock.env),
      GUILDHALL_DATA_DIR: path.join(FOLDER, `site-${at}`),
      HOST: machine.address,
      PORT: String(SITE_PORT),
      TRUST_PROXY: '1',
    }
    const command = [process.execPath, path.join(PROJECT_ROOT, 'bin/start.ts')]
    const part = partOn(machine, 'A site', () => [
      { child: machine.start(command, { env }), isReady: (printed) => printed.includes('ready on http') },
    ])
    return { ...part, url: `http://${machine.address}:${SITE_PORT}` }
  })
  const workers = [addMachine('worker-a', 51), addMachine('worker-b', 52)].map((machine, at) =>
    partOn(machine, 'A worker', () => [
      {
        child: machine.start([process.execPath, path.join(PROJECT_ROOT, 'bin/worker.ts')], {
          env: { ...shared, ...(at === 1 && clock.env) },
        }),
        isReady: (printed) => printed.includes('is running'),
      },
    ]),
  )
  return { sites, workers }
}
