import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { runAs, unprivilegedAccount } from '#bin/server/postgres/binaries.ts'
import type { Program } from '#bin/testing/debian-packages.ts'
import { addMachine } from '#bin/testing/namespaces.ts'
import { CLUSTER_FOLDER } from './cluster-folder.ts'
import { makePart } from './cluster-part.ts'

/** Adds Postgres and, in front of it, PgBouncer in transaction mode. */
export function addDatabase(programs: string, pgbouncer: Program) {
  const machine = addMachine('db', 10)
  const account = unprivilegedAccount()
  const own = runAs(account)
  const folder = path.join(CLUSTER_FOLDER, 'db')
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
  const part = makePart(machine, 'The database', () => [
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
