/**
 * A worker: it does what was put off, and takes over what another worker left behind.
 *
 * Any number of them, on any number of machines, against one Postgres. `npm start` keeps one running; more are
 * `npm run worker`, with DATABASE_URL, the master key and the address of a sandbox.
 */
import { randomUUID } from 'node:crypto'
import { flushCompileCache } from 'node:module'
import os from 'node:os'
import { database } from '#lib/db/client.ts'
import { forgetSilent, leave } from '#lib/db/workers.ts'
import { sweepLostPlans } from '#lib/plans/sweep-lost-plans.ts'
import { logUnlessExpected } from '#lib/protocol/log.ts'
import { inRounds } from '#lib/protocol/rounds.ts'
import { contextForOperator } from '#lib/session/for-operator.ts'
import { requireNode } from './require-node.ts'
import { closeEngine, openEngine } from './worker/engine.ts'
import { listGivenUp } from './worker/plan-workflow.ts'
import { forgetFinished } from './worker/retention.ts'
import { keepHouse } from './worker/takeover.ts'

requireNode()

/** Never shared by two that live, or one would strand what the other took (durable.md 4.5). */
const id = `${os.hostname()}-${process.pid}-${randomUUID()}`
const BEAT_MS = 1_000
const TIDY_MS = 10 * 60_000
const SWEEP_MS = 30_000

const db = database()
const ctx = await contextForOperator('system')
const opening = openEngine(ctx, id)
const rounds: NodeJS.Timeout[] = []

/** With the database away the engine cannot say goodbye to it; the process ends all the same. */
const ending = inRounds(
  // Once it has left, whoever stays need not wait for this one's silence.
  [closeEngine, () => leave(db, id), () => db.$disconnect()],
  logUnlessExpected,
)
let isStopping = false
/** Ctrl-C arrives twice, from the terminal and from npm. */
async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  // Asked in the middle of its beginning: what it has taken on meanwhile is brought to its end too.
  await opening.catch(() => {})
  for (const timer of rounds) clearInterval(timer)
  await ending()
  process.exit(0)
}
// Before it takes on anything: a signal that nobody listens to ends a process at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
// The supervisor is gone.
process.on('disconnect', stop)

await opening
console.log(`worker ${id} is at work`)

async function round(): Promise<void> {
  // The database may be away for a moment; the next round tries again.
  await keepHouse(db, { id, host: os.hostname() }).catch(logUnlessExpected)
}
await round()
// The supervisor calls Guildhall ready when everybody is in.
process.send?.('at work')
// However it ends, the next one starts faster.
flushCompileCache()

const tidy = () => Promise.all([forgetFinished(), forgetSilent(db)])
const sweep = () => sweepLostPlans(db, listGivenUp)
rounds.push(
  setInterval(round, BEAT_MS),
  setInterval(() => tidy().catch(logUnlessExpected), TIDY_MS),
  setInterval(() => sweep().catch(logUnlessExpected), SWEEP_MS),
)
