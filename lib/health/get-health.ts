/**
 * Whether this server can do its work, part by part. Floor 3.
 *
 * Needs nobody signed in and tells nothing that a stranger may not know: names and a word, no addresses.
 */
import { database } from '../db/client.ts'
import { ping } from '../db/ping.ts'
import { countAlive } from '../db/workers.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { connectSandbox } from '../sandbox/sandbox-client.ts'

export type PartHealth = { ok: boolean; detail: string; isDegraded?: boolean }
export type Health = {
  ok: boolean
  commit: string
  /** "degraded" still works: nothing but the engine stands between skills and this host. */
  sandbox: 'jailed' | 'degraded' | 'down'
  parts: { database: PartHealth; sandbox: PartHealth; worker: PartHealth }
}

const ANSWER_WITHIN_MS = 3_000
/** Each says every second that it lives. */
const HEARD_WITHIN_MS = 10_000

/** Never throws: a part that fails, or takes longer than three seconds, is named as not ok. */
export async function getHealth(
  db = database(),
  sandbox: Pick<Sandbox, 'health'> = connectSandbox(),
): Promise<Health> {
  const parts = {
    database: await inTime(ping(db).then(() => ({ ok: true, detail: 'answers' }))),
    // Not its hosts: their names are addresses.
    sandbox: await inTime(
      sandbox
        .health()
        .then(({ ok, detail, isDegraded }) => ({ ok, detail, ...(isDegraded && { isDegraded }) })),
    ),
    worker: await inTime(countAlive(db, HEARD_WITHIN_MS).then(workers)),
  }
  const ok = Object.values(parts).every((part) => part.ok)
  return { ok, commit: process.env.GUILDHALL_COMMIT ?? 'unknown', sandbox: wordFor(parts.sandbox), parts }
}

/** What was put off waits for one; everything else goes on without. */
function workers(count: number): PartHealth {
  if (count === 0) return { ok: false, detail: 'no worker is heard of' }
  return { ok: true, detail: count === 1 ? 'one is at work' : `${count} are at work` }
}

function wordFor({ ok, isDegraded }: PartHealth): Health['sandbox'] {
  if (!ok) return 'down'
  return isDegraded ? 'degraded' : 'jailed'
}

/** The driver's own words may name hosts and users, so a failure has one sentence for all. */
async function inTime(asked: Promise<PartHealth>): Promise<PartHealth> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<PartHealth>((resolve) => {
    timer = setTimeout(resolve, ANSWER_WITHIN_MS, { ok: false, detail: 'does not answer in time' })
  })
  const failed = () => ({ ok: false, detail: 'does not answer' })
  return Promise.race([asked.catch(failed), late]).finally(() => clearTimeout(timer))
}
