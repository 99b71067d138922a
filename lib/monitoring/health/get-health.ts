/** The health response is public, so it contains no addresses. */

import { type Context, requireAdmin } from '../../context/context.ts'
import { database, ping } from '../../kernel/db/prisma-client.ts'
import { countLiveWorkers } from '../../kernel/db/workers.ts'
import { plural } from '../../kernel/text/plural.ts'
import type { HostHealth, Sandbox } from '../../sandbox/sandbox.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import { listRestarts, type Restart } from './restart-log.ts'

export type PartHealth = { ok: boolean; detail: string; isDegraded?: boolean }
export type Health = {
  ok: boolean
  commit: string
  /** "degraded" means without a jail. */
  sandbox: 'jailed' | 'degraded' | 'down'
  parts: { database: PartHealth; sandbox: PartHealth; worker: PartHealth }
}

const ANSWER_WITHIN_MS = 3_000
/** Workers send a heartbeat every second. */
const MAX_HEARTBEAT_AGE_MS = 10_000

/** Never throws; each part has three seconds to answer. */
export async function getHealth(
  db = database(),
  sandbox: Pick<Sandbox, 'health'> = connectSandbox(),
): Promise<Health> {
  const parts = {
    database: await withTimeout(ping(db).then(() => ({ ok: true, detail: 'responding' }))),
    sandbox: await withTimeout(
      sandbox
        .health()
        .then(({ ok, detail, isDegraded }) => ({ ok, detail, ...(isDegraded && { isDegraded }) })),
    ),
    worker: await withTimeout(countLiveWorkers(db, MAX_HEARTBEAT_AGE_MS).then(describeWorkers)),
  }
  const ok = Object.values(parts).every((part) => part.ok)
  return {
    ok,
    commit: process.env.GUILDHALL_COMMIT ?? 'unknown',
    sandbox: describeSandbox(parts.sandbox),
    parts,
  }
}

/** Only deferred work waits without a worker. */
function describeWorkers(count: number): PartHealth {
  if (count === 0) return { ok: false, detail: 'no worker is running' }
  return { ok: true, detail: plural(count, 'worker is running', 'workers are running') }
}

function describeSandbox({ ok, isDegraded }: PartHealth): Health['sandbox'] {
  if (!ok) return 'down'
  return isDegraded ? 'degraded' : 'jailed'
}

/** Messages of drivers may name hosts and users. */
async function withTimeout(asked: Promise<PartHealth>): Promise<PartHealth> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<PartHealth>((resolve) => {
    timer = setTimeout(resolve, ANSWER_WITHIN_MS, { ok: false, detail: 'did not respond in time' })
  })
  const failed = () => ({ ok: false, detail: 'did not respond' })
  return Promise.race([asked.catch(failed), late]).finally(() => clearTimeout(timer))
}

let pending: Promise<Health> | undefined

/** Concurrent callers share one check. */
export function getSharedHealth(check: () => Promise<Health> = getHealth): Promise<Health> {
  pending ??= check().finally(() => {
    pending = undefined
  })
  return pending
}

type Status = Health & {
  hosts: HostHealth[]
  restarts: Restart[]
}

/** Adds sandbox hosts, for admins. Throws UNAUTHENTICATED, POLICY_DENIED. */
export async function getStatus(ctx: Context): Promise<Status> {
  requireAdmin(ctx)
  const sandboxHealth = ctx.sandbox.health()
  const health = await getHealth(ctx.db, { health: () => sandboxHealth })
  const { hosts = [] } = await sandboxHealth
  return { ...health, hosts, restarts: listRestarts() }
}
