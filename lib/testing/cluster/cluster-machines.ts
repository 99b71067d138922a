/** The parts of a cluster, each on a machine of its own. */
import type { ChildProcess } from 'node:child_process'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runAs, unprivilegedAccount } from '#bin/postgres/binaries.ts'
import { PROJECT_ROOT } from '#bin/runtime/project-root.ts'
import type { Program } from '#bin/testing/debian-packages.ts'
import { addMachine, type Machine } from '#bin/testing/namespaces.ts'

const READY_WITHIN_MS = 300_000
const SITE_PORT = 3000
const SANDBOX_PORT = 7443

export const FOLDER = fs.mkdtempSync(path.join(os.tmpdir(), 'ghc-'))
fs.chmodSync(FOLDER, 0o755)

export type Part = Machine & {
  boot(): Promise<void>
  /** What its processes printed since they last booted. */
  printed(): string
}

type Booted = { child: ChildProcess; isReady: (printed: string) => boolean | Promise<boolean> }

function partOn(machine: Machine, name: string, start: () => Booted[]): Part {
  let printed = ''
  return {
    ...machine,
    printed: () => printed,
    async boot() {
      printed = ''
      for (const { child, isReady } of start()) {
        for (const stream of [child.stdout, child.stderr])
          stream?.on('data', (chunk) => {
            printed += chunk
          })
        const deadline = Date.now() + READY_WITHIN_MS
        while (!(await isReady(printed))) {
          if (child.exitCode !== null || Date.now() > deadline)
            throw new Error(`${name} does not start:\n${printed.slice(-4_000)}`)
          await sleep(100)
        }
      }
    },
  }
}

/** Postgres and, in front of it, PgBouncer in transaction mode. */
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

/** Creates the certificates of both hosts and of the sites. */
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
          // Jailed engines of all hosts on one machine would share one account, and so its limit of processes.
          env: { ...process.env, GUILDHALL_SANDBOX_JAIL: 'none' },
        }),
        isReady: (printed) => printed.includes('ready on tls://'),
      },
    ])
  })
  const setting = machines.map(({ address }) => `tls://${address}:${SANDBOX_PORT}`).join(',')
  return { hosts, certs: path.join(certs, 'site'), setting }
}

type SiteSettings = { db: ReturnType<typeof addDatabase>; sandboxes: ReturnType<typeof addSandboxHosts> }

/** Sites that share nothing but the database and the secrets, each with a worker. */
export function addSites({ db, sandboxes }: SiteSettings) {
  const secrets = { NEXTAUTH_SECRET: secret(), GUILDHALL_MASTER_KEY: randomBytes(32).toString('base64') }
  return [addMachine('site-a', 31), addMachine('site-b', 32)].map((machine, at) => {
    const { PATH, HOME, GUILDHALL_DIST_DIR } = process.env
    const url = `http://${machine.address}:${SITE_PORT}`
    const env = {
      ...{ NODE_ENV: 'production' as const, PATH, HOME, GUILDHALL_DIST_DIR, ...secrets },
      DATABASE_URL: db.pooled,
      DATABASE_DIRECT_URL: db.direct,
      GUILDHALL_SANDBOX_HOSTS: sandboxes.setting,
      GUILDHALL_SANDBOX_CERTS: sandboxes.certs,
      GUILDHALL_DATA_DIR: path.join(FOLDER, `site-${at}`),
      HOST: machine.address,
      PORT: String(SITE_PORT),
      TRUST_PROXY: '1',
    }
    const command = [process.execPath, path.join(PROJECT_ROOT, 'bin/start.ts')]
    const part = partOn(machine, 'A site', () => [
      { child: machine.start(command, { env }), isReady: (printed) => printed.includes('ready on http') },
    ])
    return { ...part, url }
  })
}

const secret = () => randomBytes(32).toString('base64url')
