import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import type { SkillDocument } from '#lib/contracts/document/skillset-document.ts'
import { database } from '#lib/kernel/db/prisma-client.ts'
import { sumLedger } from '#lib/money/rows/ledger.ts'
import { parseWebhookMessage, WEBHOOK_EVENT_NAMES } from '#lib/notices/model/webhook-events.ts'
import { setNoticePreference } from '#lib/notices/notice-preferences.ts'
import { insertWebhookAttempt } from '#lib/notices/rows/webhook-rows.ts'
import { listNotices, sendNotice } from '#lib/notices/send-notice.ts'
import { addWebhook, listWebhooks } from '#lib/notices/webhooks/manage-webhooks.ts'
import { getNoticeWebhook, setNoticeWebhook } from '#lib/notices/webhooks/notice-webhook.ts'
import { getBatch } from '#lib/runs/batches/get-batch.ts'
import { startBatch } from '#lib/runs/batches/start-batch.ts'
import { cancelRun } from '#lib/runs/lifecycle/cancel-run.ts'
import { startRun } from '#lib/runs/start/start-run.ts'
import {
  contextFor,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '#lib/testing/factories.ts'
import { fundWallet, moneyOf } from '#lib/testing/fund-wallet.ts'
import { publishSkills } from '#lib/testing/setup/runs/calling-skills.ts'
import { setUpWorkers } from '#lib/testing/start-workers.ts'

const PRICE = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
const { startWorker, stopWorker } = setUpWorkers()

/** Creates a buyer with money, and a paid skill; `defer` enqueues a run of it. */
async function setUp(skill: Partial<SkillDocument> = {}) {
  const skills = [makeSkillDocument({ pricing: PRICE, ...skill })]
  const version = await makePublishedVersion({ document: makeSkillSetDocument({ skills }) })
  const user = await makeUser()
  await fundWallet(user.organisation.id, '10')
  const ctx = await contextFor(user)
  return {
    ctx,
    skillName: version.skillName,
    money: () => moneyOf(user.organisation.id),
    defer: async (name = 'Ada') => {
      const request = { skill: { name: version.skillName }, args: { name }, isDeferred: true }
      return (await startRun(ctx, request)).run.id
    },
  }
}

const stateOf = async (id: string) => (await database().run.findUnique({ where: { id } }))?.state
const statesOf = async (ids: string[]) => (await Promise.all(ids.map(stateOf))).sort()

const SLOW = `async function handler({ parameters }) {
  await new Promise((resolve) => setTimeout(resolve, 5000))
  return { message: parameters.name }
}`

test('a deferred run is performed by a worker and charged once; a cancelled one never is', async () => {
  const { ctx, defer, money } = await setUp()
  const [cancelled, wanted] = [await defer(), await defer()]
  expect(await statesOf([cancelled, wanted])).toEqual(['queued', 'queued'])
  await cancelRun(ctx, cancelled)

  startWorker()

  await expect.poll(() => stateOf(wanted)).toBe('succeeded')
  const row = await database().run.findUnique({ where: { id: cancelled } })
  expect(row).toMatchObject({ state: 'cancelled', startedAt: null })
  expect(await money()).toMatchObject({ wallet: 9_950_000n, hold: 0n })
})

test('a run that a killed worker had started ends uncharged, and a waiting one is performed by another worker', async () => {
  const { defer, money } = await setUp({ definition: SLOW })
  const first = startWorker()
  const ids = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(defer))
  // Four is the number of runs that an organisation may have at once.
  await expect.poll(async () => (await statesOf(ids)).filter((state) => state === 'running').length).toBe(4)

  await stopWorker(first, 'SIGKILL')
  startWorker()

  await expect.poll(() => statesOf(ids)).toEqual([...Array(4).fill('failed'), ...Array(2).fill('succeeded')])
  expect(await money()).toMatchObject({ wallet: 9_900_000n, hold: 0n })
  expect((await sumLedger(database())).total).toBe(0n)
})

test('a batch that a killed worker left is finished by another one, and no row runs or is charged twice', async () => {
  const { ctx, skillName: skill, money } = await setUp({ definition: SLOW.replace('5000', '300') })
  const inputs = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ name }))
  const { batch } = await startBatch(ctx, { skill, inputs, total: '0.3' })
  const first = startWorker()
  const counts = async () => (await getBatch(ctx, batch.id)).counts
  await expect.poll(async () => (await counts()).succeeded).toBeGreaterThan(0)

  await stopWorker(first, 'SIGKILL')
  startWorker()

  await expect.poll(async () => (await getBatch(ctx, batch.id)).state).toBe('ended')
  const { succeeded, failed, waiting, open } = await counts()
  // What had begun on the killed worker fails uncharged.
  expect({ waiting, open, all: succeeded + failed }).toEqual({ waiting: 0, open: 0, all: 6 })
  expect(await database().run.count({ where: { skillName: skill } })).toBe(6)
  expect(await money()).toMatchObject({ wallet: 10_000_000n - 50_000n * BigInt(succeeded), hold: 0n })
})

test('a worker asked to stop finishes its runs first', async () => {
  const { defer } = await setUp({ definition: SLOW.replace('5000', '2000') })
  const worker = startWorker()
  const id = await defer()
  await expect.poll(() => stateOf(id)).toBe('running')

  await stopWorker(worker, 'SIGTERM')

  expect(await stateOf(id)).toBe('succeeded')
})

test('a long run is performed by a worker after the process that recorded it, shows progress, and is cancelled', async () => {
  const { ctx, defer } = await setUp({
    limits: { lane: 'long' },
    definition: `async function handler({ context }) {
      context.progress(0.5, 'half')
      context.log('working')
      await new Promise(() => setTimeout(() => {}, 600000))
    }`,
  })
  startWorker()
  const id = await defer()
  const read = () => database().run.findUniqueOrThrow({ where: { id } })
  await expect.poll(read).toMatchObject({ state: 'running', progress: 0.5, logs: [{ text: 'working' }] })
  const askedMs = Date.now()

  await cancelRun(ctx, id)

  await expect.poll(read, { interval: 50 }).toMatchObject({ state: 'cancelled', chargedMicros: 0n })
  const { endedAt } = await read()
  expect((endedAt?.getTime() ?? 0) - askedMs).toBeLessThan(2_000)
})

test('a long run goes on when its worker is killed: the next one takes it up, and it is charged once', async () => {
  const publisher = await makePublisher()
  const skills = [
    makeSkillDocument({
      limits: { lane: 'long' },
      pricing: PRICE,
      stream: { type: 'object', properties: { message: { type: 'string' } }, additionalProperties: false },
      definition: `async function handler({ context }) {
        const greet = async (name) =>
          context.emit(await context.callSkill('${publisher.handle}.greetings.greet', { name }))
        context.progress(0.5, 'half')
        console.log('begun')
        await greet('Ada')
        await new Promise((resolve) => setTimeout(resolve, 8000))
        await greet('Grace')
        return { message: 'done' }
      }`,
    }),
  ]
  await publishSkills(publisher, 'greetings', [makeSkillDocument({ slug: 'greet' })])
  const { skillName: name } = await publishSkills(publisher, 'long', skills, {
    permissions: { skills: [`${publisher.handle}.greetings.greet@^1`] },
  })
  const user = await makeUser()
  await fundWallet(user.organisation.id, '10')
  const ctx = await contextFor(user)
  const first = startWorker()
  const { id } = (await startRun(ctx, { skill: { name }, args: { name: 'x' } })).run
  const read = () => database().run.findUniqueOrThrow({ where: { id } })
  await expect.poll(read).toMatchObject({ state: 'running', partCount: 1, progress: 0.5 })

  await stopWorker(first, 'SIGKILL')
  startWorker()

  await expect.poll(read).toMatchObject({
    state: 'succeeded',
    output: { message: 'done' },
    logs: [{ text: 'begun' }],
    partCount: 2,
  })
  const parts = await database().runPart.findMany({ where: { runId: id }, orderBy: { number: 'asc' } })
  expect(parts.map(({ value }) => value)).toEqual([{ message: 'Hello, Ada!' }, { message: 'Hello, Grace!' }])
  expect(await database().run.count({ where: { parentRunId: id } })).toBe(2)
  expect(await moneyOf(user.organisation.id)).toMatchObject({ wallet: 9_950_000n, hold: 0n })
  expect((await sumLedger(database())).total).toBe(0n)
})

test('a long run that another worker has taken up is cancelled within two seconds, uncharged', async () => {
  const { ctx, defer, money } = await setUp({
    limits: { lane: 'long' },
    definition: 'async function handler() { await new Promise(() => setTimeout(() => {}, 600000)) }',
  })
  const first = startWorker()
  const id = await defer()
  const read = () => database().run.findUniqueOrThrow({ where: { id } })
  await expect.poll(read).toMatchObject({ state: 'running' })
  await stopWorker(first, 'SIGKILL')
  const { leaseUntil } = await read()
  startWorker()
  await expect.poll(async () => (await read()).leaseUntil).not.toEqual(leaseUntil)
  const askedMs = Date.now()

  await cancelRun(ctx, id)

  await expect.poll(read, { interval: 50 }).toMatchObject({ state: 'cancelled', chargedMicros: 0n })
  expect(((await read()).endedAt?.getTime() ?? 0) - askedMs).toBeLessThan(2_000)
  expect(await money()).toMatchObject({ wallet: 10_000_000n, hold: 0n })
})

test('quick runs of an organisation are performed while its long runs fill their slots', async () => {
  const long = await setUp({
    limits: { lane: 'long' },
    definition: 'async function handler() { await new Promise(() => setTimeout(() => {}, 600000)) }',
  })
  startWorker()
  const ids = await Promise.all(['a', 'b', 'c'].map(long.defer))
  await expect.poll(() => statesOf(ids)).toEqual(['queued', 'running', 'running'])
  const version = await makePublishedVersion({
    document: makeSkillSetDocument({ skills: [makeSkillDocument()] }),
  })
  const request = { skill: { name: version.skillName }, args: { name: 'Ada' }, isDeferred: true }

  const quick = (await startRun(long.ctx, request)).run.id

  await expect.poll(() => stateOf(quick)).toBe('succeeded')
  expect(await statesOf(ids)).toEqual(['queued', 'running', 'running'])
  for (const id of ids) await cancelRun(long.ctx, id)
})

/** Starts a receiver that answers the first `failures` requests with 503, and the others with 200. */
async function receive(failures: number) {
  const received: { headers: Record<string, string>; body: string }[] = []
  const receiver = http.createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    received.push({ headers: request.headers as Record<string, string>, body })
    response.writeHead(received.length <= failures ? 503 : 200).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void receiver.close())
  return { received, host: `127.0.0.1:${(receiver.address() as AddressInfo).port}` }
}

test('the webhook is notified of the end with a signature, and again if it did not respond', async () => {
  const { received, host } = await receive(1)
  const { ctx, defer } = await setUp()
  const { secret } = await addWebhook(ctx, { url: `http://${host}/hook` })

  startWorker({ GUILDHALL_WEBHOOK_HOSTS: host })
  const id = await defer()

  await expect.poll(() => received.length).toBe(2)
  const [first, second] = received
  expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
  expect(new Webhook(secret).verify(second!.body, second!.headers)).toMatchObject({
    type: 'run.ended',
    data: { run_id: id, status: 'completed', output: { message: 'Hello, Ada!' } },
  })
  const attempts = async () => (await listWebhooks(ctx))[0]?.attempts.map(({ status }) => status)
  await expect.poll(attempts).toEqual([200, 503])
})

test('a person’s webhook gets their notices, signed, and is paused with a notice after twenty failures', async () => {
  const { received, host } = await receive(1)
  const ctx = await contextFor(await makeUser())
  const { userId } = ctx.viewer!
  const { secret } = await setNoticeWebhook(ctx, { url: `http://${host}/notices` })
  const { id: webhookId } = (await getNoticeWebhook(ctx))!
  const choice = { topic: 'money', onSite: false, byEmail: false, byWebhook: true }
  await setNoticePreference(ctx, choice)
  for (let number = 1; number <= 19; number += 1)
    await insertWebhookAttempt(ctx.db, {
      webhookId,
      runId: 'notice_1',
      number,
      status: 500,
      problem: 'No',
      ms: 1,
    })
  const notice = {
    kind: 'wallet.low',
    title: 'Low',
    body: 'Your **balance** is low.',
    href: '/settings/wallet',
  } as const

  startWorker({ GUILDHALL_WEBHOOK_HOSTS: host })
  await ctx.db.$transaction((tx) => sendNotice(tx, [userId], notice))

  await expect.poll(() => received.length).toBe(1)
  const [first] = received
  expect(new Webhook(secret).verify(first!.body, first!.headers)).toMatchObject({
    type: 'notice',
    data: {
      kind: 'wallet.low',
      topic: 'money',
      body: notice.body,
      url: expect.stringMatching(/^http.*wallet$/),
    },
  })
  await expect.poll(async () => (await getNoticeWebhook(ctx))?.isPaused).toBe(true)
  const { notices } = await listNotices(ctx)
  expect(notices).toMatchObject([{ kind: 'webhook.paused', href: '/settings/notifications' }])
})

test('each webhook event is sent, with a message that satisfies the schema in the table of events', async () => {
  const { received, host } = await receive(0)
  const { ctx, defer } = await setUp()
  await addWebhook(ctx, { url: `http://${host}/runs` })
  await setNoticeWebhook(ctx, { url: `http://${host}/notices` })
  await setNoticePreference(ctx, { topic: 'money', onSite: true, byEmail: false, byWebhook: true })
  const failing = await setUp({ definition: 'async function handler() { throw new Error() }' })
  await addWebhook(failing.ctx, { url: `http://${host}/failures` })
  const notice = { kind: 'wallet.low', title: 'Low', body: 'Add money.' } as const

  startWorker({ GUILDHALL_WEBHOOK_HOSTS: host })
  await defer()
  await failing.defer()
  await ctx.db.$transaction((tx) => sendNotice(tx, [ctx.viewer!.userId], notice))

  await expect.poll(() => received.length).toBe(3)
  const messages = received.map(({ body }) => JSON.parse(body))
  // Parsing drops fields that the schema does not have.
  expect(messages.map(parseWebhookMessage)).toEqual(messages)
  expect(new Set(messages.map(({ type }) => type))).toEqual(new Set(WEBHOOK_EVENT_NAMES))
  const states = messages.flatMap(({ data }) => data.state ?? [])
  expect(states.sort()).toEqual(['failed', 'succeeded'])
})
