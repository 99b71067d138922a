// Two sites with a worker each, two more workers, two sandbox hosts, a bucket and a pooled database run on a
// machine each. Machines lose their power and their connections while customers pay; nothing is lost, charged
// twice, or left open.
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test, vi } from 'vitest'
import { withClient } from '#bin/server/postgres/databases.ts'
import { PROJECT_ROOT } from '#bin/server/runtime/project-root.ts'
import { ensureClockShifter, ensurePgBouncer, findDebianPostgres } from '#bin/testing/ensure-programs.ts'
import { openHub } from '#bin/testing/namespaces.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { skipUnless } from '../skip-unless.ts'
import { addBucket } from './add-bucket.ts'
import { addDatabase } from './add-database.ts'
import { addSandboxHosts } from './add-sandbox-hosts.ts'
import { addSitesAndWorkers } from './add-sites-and-workers.ts'
import { CLUSTER_FOLDER } from './cluster-folder.ts'
import type { Part } from './cluster-part.ts'
import { makePayer, publishPaidSkill, settleAccounts, startPaidLoad, startPlanLoad } from './paid-load.ts'
import { startReverseProxy } from './reverse-proxy.ts'
import { shiftableClock } from './shiftable-clock.ts'

const LANES = 3
const CALM_MS = 3_000
const CUT_MS = 10_000

const hub = openHub()
const db = addDatabase(findDebianPostgres()!, ensurePgBouncer()!)
const sandboxes = addSandboxHosts()
const bucket = addBucket()
const clockShifter = ensureClockShifter()
const clock = shiftableClock(clockShifter)
const { sites, workers } = addSitesAndWorkers({ db, sandboxes, bucket }, clock)
const [a, b] = sites as [Site, Site]
let proxy: Awaited<ReturnType<typeof startReverseProxy>>

type Site = Part & { url: string }

beforeAll(async () => {
  await db.boot()
  await withClient(db.maintenance, (client) => client.query('create database market owner guildhall'))
  await Promise.all([...sandboxes.hosts, bucket].map((machine) => machine.boot()))
  // The first site migrates the database.
  await a.boot()
  for (const machine of [b, ...workers]) await machine.boot()
  vi.stubEnv('DATABASE_URL', db.direct)
  proxy = await startReverseProxy(hub, [a.url, b.url])
})

afterAll(async () => {
  await database().$disconnect()
  proxy?.stop()
  for (const machine of [a, b, ...workers, ...sandboxes.hosts, bucket, db]) machine.kill()
  fs.rmSync(CLUSTER_FOLDER, { recursive: true, force: true, maxRetries: 10 })
})

beforeEach(() => {
  onTestFailed(() => {
    const parts = { a, b, workerA: workers[0]!, workerB: workers[1]!, bucket, db }
    for (const [name, part] of [...Object.entries(parts), ...Object.entries(sandboxes.hosts)])
      console.log(`${name} printed:\n${part.printed().slice(-3_000)}`)
  })
})

const QUICK = `async function handler({ parameters }) { return { message: 'Hello, ' + parameters.name + '!' } }`
const SLOW = `async function handler({ parameters, context }) {
  for (let step = 1; step < 10; step += 1) { context.progress(step / 10, 'step ' + step); await scheduler.wait(700) }
  return { message: 'Hello, ' + parameters.name + '!' }
}`

async function post(url: string, key: string, body: object) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await answer.json()) as { run_id: string }
}

/** Reads a run's events, continuing after the last one if the connection breaks. Returns the text and the breaks. */
async function followEvents(url: string, key: string, runId: string) {
  let text = ''
  let breaks = 0
  for (let tries = 0; tries < 200 && !/Hello, Ada!|"status":"failed"/.test(text); tries += 1) {
    const last = [...text.matchAll(/^id: ?(.+)$/gm)].at(-1)?.[1]
    const headers = { authorization: `Bearer ${key}`, ...(last && { 'last-event-id': last }) }
    try {
      const answer = await fetch(`${url}/api/runs/${runId}/events`, { headers })
      for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString()
    } catch {
      breaks += 1
      await sleep(200)
    }
  }
  return { text, breaks }
}

test('a run that one site started is performed elsewhere and followed on the other site', async () => {
  const { key } = await makePayer()
  const skill = await publishPaidSkill(SLOW)
  const { run_id } = await post(`${a.url}/api/skills/${skill}/runs`, key, {
    args: { name: 'Ada' },
    async: true,
  })

  const [here, there] = await Promise.all([a, b].map(({ url }) => followEvents(url, key, run_id)))

  expect(there!.text).toContain('Hello, Ada!')
  expect(there!.text).toContain('step')
  expect(here!.text).toContain('Hello, Ada!')
})

test('a stream whose site loses power goes on at the other site', async () => {
  const { key } = await makePayer()
  const skill = await publishPaidSkill(SLOW)
  // The run starts on b, so that the worker of either site may perform it.
  const { run_id } = await post(`${b.url}/api/skills/${skill}/runs`, key, {
    args: { name: 'Ada' },
    async: true,
  })
  const following = followEvents(proxy.url, key, run_id)
  await sleep(2_000)
  a.kill()

  const run = await vi.waitUntil(
    async () => {
      const row = await database().run.findUniqueOrThrow({ where: { id: run_id } })
      return ['queued', 'running'].includes(row.state) ? undefined : row
    },
    { timeout: 180_000, interval: 500 },
  )
  // If the lost site's worker had begun the run, it ends uncharged; otherwise with its output.
  if (run.state === 'succeeded') expect((await following).text).toContain('Hello, Ada!')
  else expect(run).toMatchObject({ state: 'failed', chargedMicros: 0n })
  await a.boot()
})

test('content in the bucket is read at every site, and again after its machine lost power', async () => {
  const { key } = await makePayer()
  const authorization = `Bearer ${key}`
  const body = Buffer.alloc(9 * 1024 * 1024, 'content')
  const write = (site: Site) =>
    fetch(`${site.url}/api/blobs?kind=text/plain`, { method: 'PUT', headers: { authorization }, body })
  const { blob_id } = (await (await write(a)).json()) as { blob_id: string }
  const readAt = async (site: Site) => {
    const answer = await fetch(`${site.url}/api/blobs/${blob_id}`, { headers: { authorization } })
    return answer.ok && Buffer.from(await answer.arrayBuffer()).equals(body)
  }
  const { store } = await database().blobContent.findFirstOrThrow({
    where: { blobs: { some: { id: blob_id.replace('blob:', '') } } },
  })

  expect(store).toBe('s3')
  expect([await readAt(a), await readAt(b)]).toEqual([true, true])

  bucket.kill()
  const refused = await write(b)
  expect(refused.status).toBe(503)
  await expect(readAt(a)).rejects.toThrow()
  await bucket.boot()
  expect([await readAt(a), await readAt(b), (await write(b)).status]).toEqual([true, true, 201])
})

test('machines lose power and connections while customers pay: nothing is lost or charged twice', async () => {
  const payers = await Promise.all(Array.from({ length: LANES }, makePayer))
  const load = startPaidLoad(proxy.url, await publishPaidSkill(QUICK), payers)
  const faults: [string, () => Promise<unknown>][] = [
    ['a sandbox host loses power', () => restart(sandboxes.hosts[0]!)],
    ['the other sandbox host loses power', () => restart(sandboxes.hosts[1]!)],
    ['a site loses power', () => restart(a)],
    ['the other site loses power', () => restart(b)],
    ['a worker loses power', () => restart(workers[0]!)],
    ['a site cannot reach the database', () => cut(a, db)],
    ['a site cannot reach a sandbox host', () => cut(b, sandboxes.hosts[0]!)],
    ['the database loses power', () => restart(db)],
  ]
  for (const [name, fault] of faults) {
    await sleep(CALM_MS)
    const before = load.succeeded.reduce((sum, count) => sum + count, 0)
    await fault()
    // Calls must succeed again after each fault.
    await vi.waitUntil(() => load.succeeded.reduce((sum, count) => sum + count, 0) > before + LANES, {
      timeout: 240_000,
      interval: 200,
    })
    console.log(`${name}: ${JSON.stringify(load.total)}`)
  }
  const total = await load.stop()
  const { paid, owed, reserved, ledger, open } = await settleAccounts(payers, load.succeeded)
  console.log(`${JSON.stringify(total)}, paid ${paid.join(' + ')} micro-USDC`)

  expect(total.lost).toBe(0)
  expect(paid).toEqual(owed)
  expect({ reserved, ledger, open }).toEqual({ reserved: 0n, ledger: 0n, open: 0 })
})

test('a site that cannot reach the database frees its locks and ends its statements within two minutes', async () => {
  const { organisationId } = await makePayer()
  const lock = `select 1 from "Organisation" where "id" = '${organisationId}' for update`
  const holder = b.start([process.execPath, '--input-type=module', '--eval', LOCK_SCRIPT, lock], {
    env: { ...process.env, DATABASE_URL: db.pooled },
  })
  let printed = ''
  for (const stream of [holder.stdout, holder.stderr])
    stream?.on('data', (chunk) => {
      printed += chunk
    })
  await vi.waitUntil(() => printed.includes('locked'), { timeout: 60_000 })

  b.cut(db)
  try {
    const cutAt = performance.now()
    await withClient(db.direct, (client) => client.query(lock))
    const freedMs = performance.now() - cutAt
    await vi.waitUntil(() => printed.includes('ended'), { timeout: 120_000 })
    console.log(`locks freed after ${Math.round(freedMs)} ms; the statement ${printed.split('\n').at(-2)}`)
    expect(freedMs).toBeLessThan(120_000)
    // If the database had received the statement, a probe reports the loss.
    expect(printed).toMatch(/ETIMEDOUT|has not responded/)
  } finally {
    b.join(db)
    holder.kill('SIGKILL')
  }
})

/** A transaction that waits while it has a lock, and a statement that waits for its result. */
const LOCK_SCRIPT = `
  const { openPool } = await import('${PROJECT_ROOT}/lib/kernel/db/connection.ts')
  const pool = openPool({ connectionString: process.env.DATABASE_URL })
  const client = await pool.connect()
  client.on('error', () => {})
  await client.query('begin')
  await client.query(process.argv[1])
  const startedAt = performance.now()
  const ended = (error) => console.log('ended after ' + Math.round(performance.now() - startedAt) + ' ms: ' + error.message)
  pool.query('select pg_sleep(600)').catch(ended)
  console.log('locked')
  setInterval(() => {}, 1_000)`

const AWAY_MS = 60_000

test('while the database is away for a minute, callers get a clear error within seconds, and then all goes on', async () => {
  const payers = await Promise.all(Array.from({ length: LANES }, makePayer))
  const skill = await publishPaidSkill(QUICK)
  const load = startPaidLoad(proxy.url, skill, payers)
  await sleep(CALM_MS)
  const answers: Record<string, number> = {}
  let slowestMs = 0

  db.kill()
  const backAt = Date.now() + AWAY_MS
  while (Date.now() < backAt) {
    for (const { url } of [a, b]) {
      const startedAt = performance.now()
      const headers = { authorization: `Bearer ${payers[0]!.key}` }
      const answer = await fetch(`${url}/api/skills/${skill}/quote`, { headers })
      const { error } = (await answer.json()) as { error?: { code: string } }
      const kind = `${answer.status} ${error?.code}`
      answers[kind] = (answers[kind] ?? 0) + 1
      slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    }
    await sleep(1_000)
  }
  await db.boot()
  const back = performance.now()
  const before = load.succeeded.reduce((sum, count) => sum + count, 0)
  await vi.waitUntil(() => load.succeeded.reduce((sum, count) => sum + count, 0) > before + LANES, {
    timeout: 120_000,
    interval: 200,
  })
  const recoveredMs = performance.now() - back
  const total = await load.stop()
  const { paid, owed, reserved, ledger, open } = await settleAccounts(payers, load.succeeded)
  console.log(JSON.stringify({ answers, slowestMs, recoveredMs, total }))

  expect(Object.keys(answers)).toEqual(['503 TOOL_NOT_AVAILABLE'])
  expect(slowestMs).toBeLessThan(20_000)
  expect(total.lost).toBe(0)
  expect(paid).toEqual(owed)
  expect({ reserved, ledger, open }).toEqual({ reserved: 0n, ledger: 0n, open: 0 })
})

test(
  'the clock of a site and of a worker jumps by an hour, both ways: no run of others ends, nothing is charged twice',
  skipUnless(clockShifter !== undefined, 'needs Debian’s package faketime'),
  async () => {
    const payers = await Promise.all(Array.from({ length: LANES }, makePayer))
    // The load uses up the rate limits of its own keys.
    const slowPayer = await makePayer()
    const slow = await publishPaidSkill(SLOW)
    const load = startPaidLoad(proxy.url, await publishPaidSkill(QUICK), payers)
    const states: Record<string, number> = {}
    for (const offset of ['+1h', '-1h', '+0']) {
      const begin = () =>
        post(`${proxy.url}/api/skills/${slow}/runs`, slowPayer.key, { args: { name: 'Ada' }, async: true })
      const runs = [await begin(), await begin()]
      await sleep(1_000)
      clock.shiftTo(offset)
      // This is longer than the interval of sweeps and that of lease renewals.
      await sleep(25_000)
      for (const { run_id: id } of runs) {
        const { state } = await database().run.findUniqueOrThrow({ where: { id } })
        states[state] = (states[state] ?? 0) + 1
      }
    }
    const total = await load.stop()
    const everyone = [...payers, slowPayer]
    const succeeded = [...load.succeeded, states.succeeded ?? 0]
    const { paid, owed, reserved, ledger, open } = await settleAccounts(everyone, succeeded)
    console.log(JSON.stringify({ states, total }))

    expect(states).toEqual({ succeeded: 6 })
    expect(total.lost).toBe(0)
    expect(paid).toEqual(owed)
    expect({ reserved, ledger, open }).toEqual({ reserved: 0n, ledger: 0n, open: 0 })
  },
)

/** `GUILDHALL_KILLS=1000` takes an hour or more; it stops early after `GUILDHALL_KILL_MINUTES`. */
const KILLS = Number(process.env.GUILDHALL_KILLS) || 24
const KILL_MINUTES = Number(process.env.GUILDHALL_KILL_MINUTES) || 120
const PLAN_LANES = 2
const PHASE_MS = 500

// The supervisor restarts the parts of a site, and a sandbox host its engines; the others are booted again.
test(`${KILLS} processes are killed while customers pay for calls and plans: nothing is lost or charged twice`, {
  timeout: (KILL_MINUTES + 15) * 60_000,
}, async () => {
  const [payers, planners] = await Promise.all(
    [LANES, PLAN_LANES].map((count) => Promise.all(Array.from({ length: count }, makePayer))),
  )
  const skill = await publishPaidSkill(QUICK)
  const load = startPaidLoad(proxy.url, skill, payers!, PHASE_MS / 2)
  const plans = startPlanLoad(proxy.url, skill, planners!)
  const succeeded = () => [...load.succeeded, ...plans.succeeded]
  const countSucceeded = () => succeeded().reduce((sum, count) => sum + count, 0)
  const boots = new Map<Part, Promise<void>>()
  const killAndBoot = (machine: Part, pattern: RegExp): boolean => {
    if (boots.has(machine) || !machine.killOne(pattern)) return false
    machine.kill()
    boots.set(
      machine,
      machine.boot().then(() => void boots.delete(machine)),
    )
    return true
  }
  const victims: [string, (round: number) => boolean][] = [
    ['web server', (round) => siteOf(round).killOne(/\/web-server\.[jt]s|next-server/)],
    ['worker', (round) => siteOf(round).killOne(/\/worker\.[jt]s/)],
    ['worker elsewhere', (round) => killAndBoot(workers[round % 2]!, /\/worker\.[jt]s/)],
    ['workerd', (round) => hostOf(round).killOne(/^(\S*workerd|\/w) serve/)],
    ['sandboxd', (round) => killAndBoot(hostOf(round), /sandboxd\/main\.ts/)],
    ['Postgres', () => killAndBoot(db, /postgres -D/)],
  ]
  const killed: Record<string, number> = {}
  let kills = 0
  const endsAt = Date.now() + KILL_MINUTES * 60_000
  for (let turn = 0; kills < KILLS && Date.now() < endsAt; turn += 1) {
    const [name, kill] = victims[turn % victims.length]!
    // A kill may interrupt any moment of a call.
    await sleep(Math.random() * PHASE_MS)
    if (!kill(Math.floor(turn / victims.length))) continue
    killed[name] = (killed[name] ?? 0) + 1
    kills += 1
    const before = countSucceeded()
    await vi.waitUntil(() => countSucceeded() > before, { timeout: 240_000, interval: 50 })
    if (kills % 20 === 0) console.log(`${kills} kills, ${JSON.stringify([load.total, plans.total])}`)
  }
  await Promise.all(boots.values())
  const [calls, planRuns] = await Promise.all([load.stop(), plans.stop()])
  const { paid, owed, reserved, ledger, open } = await settleAccounts([...payers!, ...planners!], succeeded())
  console.log(
    `killed ${JSON.stringify(killed)}; calls ${JSON.stringify(calls)}; plans ${JSON.stringify(planRuns)}`,
  )

  expect([calls.lost, planRuns.lost]).toEqual([0, 0])
  expect(paid).toEqual(owed)
  expect({ reserved, ledger, open }).toEqual({ reserved: 0n, ledger: 0n, open: 0 })
})

const siteOf = (round: number) => (round % 2 === 0 ? a : b)
const hostOf = (round: number) => sandboxes.hosts[round % 2]!

async function restart(machine: Part): Promise<void> {
  machine.kill()
  await machine.boot()
}

async function cut(machine: Part, from: Part): Promise<void> {
  machine.cut(from)
  await sleep(CUT_MS)
  machine.join(from)
}
