import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runAs, unprivilegedAccount } from '#bin/server/postgres/binaries.ts'
import { findFreePort } from '#bin/server/runtime/free-port.ts'
import { endChild } from '#bin/server/supervisor/supervised-process.ts'
import type { Program } from '#bin/testing/debian-packages.ts'

const READY_WITHIN_MS = 20_000

/** The pool has two connections, so that state left on one soon reaches another client. */
export async function startPgBouncer({ file, env }: Program, databaseUrl: string) {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl)
  const name = pathname.slice(1)
  const listenPort = await findFreePort()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-pooler-'))
  const config = path.join(folder, 'pgbouncer.ini')
  const settings = `[databases]
${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
max_client_conn = 200
`
  fs.writeFileSync(config, settings, { mode: 0o644 })
  fs.chmodSync(folder, 0o755)
  const child = spawn(file, [config], {
    // PgBouncer refuses to run as root.
    ...runAs(unprivilegedAccount()),
    cwd: '/',
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let logged = ''
  child.stderr?.on('data', (chunk) => {
    logged += chunk
  })
  const deadline = Date.now() + READY_WITHIN_MS
  // To try whether the port is free would take it from PgBouncer.
  while (!logged.includes(`listening on 127.0.0.1:${listenPort}`)) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`PgBouncer does not listen:\n${logged}`)
    await sleep(20)
  }
  return {
    url: `postgresql://${username}@127.0.0.1:${listenPort}/${name}`,
    async stop() {
      await endChild(child)
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
