// Tests automations that a signed message or a change in the vault starts.
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { POST } from '#app/api/automations/[id]/events/route.ts'
import { RATE_LIMITS } from '../auth/enforce-rate-limit.ts'
import type { Context } from '../context/context.ts'
import { database } from '../kernel/db/prisma-client.ts'
import type { Json } from '../kernel/json/json.ts'
import { createPlan } from '../plans/saved/saved-plans.ts'
import { countAttempt } from '../settings/rows/rate-limits.ts'
import { makeAutomation, runsOfAutomation, workOff } from '../testing/automation-setup.ts'
import { contextFor, makeOrganisation, makePublishedVersion, makeUser } from '../testing/factories.ts'
import { returns } from '../testing/fake-sandbox.ts'
import { makePlan } from '../testing/plan-setup.ts'
import { createFile } from '../vault/files/create-file.ts'
import { writeFile } from '../vault/files/write-file.ts'
import { openVaultToWrite } from '../vault/vault.ts'
import { getAutomation } from './list-automations.ts'
import {
  changeAutomation,
  createAutomation,
  pauseAutomation,
  rotateWebhookToken,
  sendTestMessage,
} from './manage-automations.ts'

async function setUp() {
  const { skillName } = await makePublishedVersion()
  const ctx = await contextFor(await makeUser(), { sandbox: returns({ message: 'Hello.' }) })
  return { ctx, skillName }
}

const inputOfRun = async (runId: string | null) =>
  (await database().run.findUniqueOrThrow({ where: { id: runId ?? '' } })).input as Json

/** A time after the delay of changes in the vault. */
const soon = () => new Date(Date.now() + 60_000)

describe('a webhook', () => {
  async function setUpWebhook(trigger: object = {}) {
    const { ctx, skillName } = await setUp()
    const wanted = { title: 'Hook', skill: skillName, trigger: { kind: 'webhook', ...trigger } }
    const { id, secret = '', token = '' } = await createAutomation(ctx, wanted)
    return { ctx, id, secret, token }
  }

  type Sent = { id: string; secret: string; body: string; messageId?: string; at?: Date }

  async function send({ id, secret, body, messageId = 'msg_1', at = new Date() }: Sent) {
    const headers = {
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(messageId, at, body),
    }
    const request = new Request(`http://localhost/api/automations/${id}/events`, {
      method: 'POST',
      headers,
      body,
    })
    const response = await POST(request, { params: Promise.resolve({ id }) })
    const answer = await response.json()
    return { status: response.status, id: answer.id, code: answer.error?.code }
  }

  test('starts a run with the message as its input, and the same message again starts nothing', async () => {
    const { ctx, id, secret } = await setUpWebhook()

    const first = await send({ id, secret, body: '{"name":"Ada"}' })
    const again = await send({ id, secret, body: '{"name":"Ada"}' })
    const runs = await workOff(ctx, id)

    expect([first.status, again.status]).toEqual([202, 200])
    expect(again.id).toBe(first.id)
    expect(runs).toMatchObject([{ id: first.id, state: 'succeeded', key: 'message:msg_1' }])
    expect(await inputOfRun(runs[0]!.runId)).toEqual({ name: 'Ada' })
  })

  test.each(['0,05', '-5', '1e-3', '9 9', -5])('has no spending limit of %j', async (price) => {
    const { ctx, skillName } = await setUp()
    const wanted = { title: 'Hook', skill: skillName, trigger: { kind: 'webhook' }, max_price: price }

    await expect(createAutomation(ctx, wanted)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/max_price' }] },
    })
  })

  test('can be changed only by its creator, who has its secret', async () => {
    const [owner, creator] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [creator] })
    const { skillName } = await makePublishedVersion()
    const creating = await contextFor(creator, { organisation })
    const wanted = { title: 'Hook', skill: skillName, trigger: { kind: 'webhook' } }
    const { id } = await createAutomation(creating, wanted)
    const boss = await contextFor(owner, { organisation })

    await expect(changeAutomation(boss, id, { title: 'Taken over' })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    })
    await changeAutomation(creating, id, { title: 'Renamed' })
    const { automation } = await getAutomation(boss, id)

    expect(automation).toMatchObject({ title: 'Renamed', userName: creator.name })
    await pauseAutomation(boss, id)
  })

  test('gives the message to a parameter', async () => {
    const { ctx, id, secret } = await setUpWebhook({ field: 'name' })
    await send({ id, secret, body: '"Grace"' })

    const [run] = await workOff(ctx, id)

    expect(await inputOfRun(run!.runId)).toEqual({ name: 'Grace' })
  })

  test('forgets the message once its run has started or was refused', async () => {
    const { ctx, id, secret } = await setUpWebhook()
    await send({ id, secret, body: '{"name":"Ada"}' })
    await send({ id, secret, body: '[]', messageId: 'msg_2' })

    const runs = await workOff(ctx, id)

    expect(runs.map(({ state, event }) => ({ state, event }))).toEqual(
      expect.arrayContaining([
        { state: 'succeeded', event: null },
        { state: 'failed', event: null },
      ]),
    )
  })

  test('accepts a token in the address or in a header, from JSON and from a form, and refuses the former one', async () => {
    const { ctx, skillName } = await setUp()
    const wanted = { title: 'Hook', skill: skillName, trigger: { kind: 'webhook' } }
    const { id, token = '' } = await createAutomation(ctx, wanted)
    async function post(query: string, headers: Record<string, string>, body: string) {
      const request = new Request(`http://localhost/api/automations/${id}/events${query}`, {
        method: 'POST',
        headers,
        body,
      })
      const response = await POST(request, { params: Promise.resolve({ id }) })
      return { status: response.status, ...(await response.json()) }
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }

    const first = await post(`?token=${token}`, { 'webhook-id': 'm1' }, '{"name":"Ada"}')
    const again = await post('', { 'x-webhook-token': token, 'webhook-id': 'm1' }, '{"name":"Ada"}')
    const sent = await post(`?token=${token}`, form, 'name=Grace+H.')
    const runs = await workOff(ctx, id)

    expect([first.status, again.status, sent.status]).toEqual([202, 200, 202])
    expect(again.id).toBe(first.id)
    const inputs = await Promise.all(runs.map(({ runId }) => inputOfRun(runId)))
    expect(inputs).toHaveLength(2)
    expect(inputs).toEqual(expect.arrayContaining([{ name: 'Ada' }, { name: 'Grace H.' }]))
    const row = await database().automation.findUniqueOrThrow({ where: { id } })
    expect(row.tokenHash).not.toContain(token)
    for (const wrong of ['', 'hook_x', `${token}x`])
      expect(await post(`?token=${wrong}`, {}, '{}')).toMatchObject({
        status: 401,
        error: { code: 'UNAUTHENTICATED', message: 'The token of this message is not valid.' },
      })
    expect(await post('', {}, '{}')).toMatchObject({
      status: 401,
      error: {
        message: 'The message has neither a token nor a signature.',
        suggested_action: expect.stringContaining('x-webhook-token'),
      },
    })
    const { token: next } = await rotateWebhookToken(ctx, id)
    expect((await post(`?token=${token}`, {}, '{"name":"Ada"}')).status).toBe(401)
    expect((await post(`?token=${next}`, {}, '{"name":"Ada"}')).status).toBe(202)
  })

  test('limits the messages with a token in each minute', async () => {
    const { id, token } = await setUpWebhook()
    await countAttempt(database(), RATE_LIMITS.messageByToken, id, RATE_LIMITS.messageByToken.points)
    const request = new Request(`http://localhost/?token=${token}`, { method: 'POST', body: '{}' })

    expect((await POST(request, { params: Promise.resolve({ id }) })).status).toBe(429)
  })

  test('gets a test message from its creator and admins, and a new token from its creator only', async () => {
    const [owner, creator, member] = [await makeUser(), await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [creator, member] })
    const { skillName } = await makePublishedVersion()
    const creating = await contextFor(creator, { organisation, sandbox: returns({ message: 'Hello.' }) })
    const wanted = { title: 'Hook', skill: skillName, trigger: { kind: 'webhook' } }
    const { id } = await createAutomation(creating, wanted)
    const [boss, other] = [
      await contextFor(owner, { organisation }),
      await contextFor(member, { organisation }),
    ]

    await sendTestMessage(boss, id, '{"name":"Test"}')
    const [run] = await workOff(creating, id)

    expect(await inputOfRun(run!.runId)).toEqual({ name: 'Test' })
    await expect(sendTestMessage(creating, id, '{')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(sendTestMessage(other, id, '{}')).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(rotateWebhookToken(other, id)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(rotateWebhookToken(boss, id)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
    const trigger = { kind: 'vault', glob: 'a/*' }
    const plain = await makeAutomation(creating, { skill: skillName, input: { name: 'Ada' }, trigger })
    for (const refused of [rotateWebhookToken, sendTestMessage])
      await expect(refused(creating, plain, '{}')).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  })

  test('refuses a wrong secret, an old message, a body that is not JSON, and an unknown address', async () => {
    const { ctx, id, secret } = await setUpWebhook()
    const wrong = `whsec_${Buffer.alloc(32).toString('base64')}`
    const old = new Date(Date.now() - 10 * 60_000)
    const unsigned = new Request('http://localhost/', { method: 'POST', body: '{}' })

    expect(await send({ id, secret: wrong, body: '{}' })).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
    })
    expect(await send({ id, secret, body: '{}', at: old })).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await POST(unsigned, { params: Promise.resolve({ id }) })).status).toBe(401)
    expect(await send({ id, secret, body: '{' })).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
    for (const unknown of ['none', 'a\0b', 'x'.repeat(10_000)])
      expect(await send({ id: unknown, secret, body: '{}' })).toMatchObject({ status: 404 })
    await pauseAutomation(ctx, id)
    expect(await send({ id, secret, body: '{}' })).toMatchObject({ code: 'PRECONDITION_FAILED' })
    expect(await runsOfAutomation(id)).toEqual([])
  })
})

describe('a change in the vault', () => {
  const write = (ctx: Context, path: string, content = 'x') =>
    createFile(openVaultToWrite(ctx), { path, content })

  test('to matching files starts one run with all of them, or one for each', async () => {
    const { ctx, skillName } = await setUp()
    const call = { skill: skillName, input: { name: 'Ada' } }
    const once = await makeAutomation(ctx, { ...call, trigger: { kind: 'vault', glob: 'Inbox/*.csv' } })
    const each = await makeAutomation(ctx, {
      skill: skillName,
      trigger: { kind: 'vault', glob: 'Inbox/*.csv', field: 'name' },
    })

    for (const path of ['Inbox/a.csv', 'Inbox/b.csv', 'Other/c.csv', 'Inbox/d.md']) await write(ctx, path)
    await writeFile(openVaultToWrite(ctx), { path: 'Inbox/a.csv', content: 'y' })

    const all = await workOff(ctx, once, soon())
    const runs = await workOff(ctx, each, soon())
    expect(all).toHaveLength(1)
    expect(all[0]).toMatchObject({ state: 'succeeded', event: { paths: ['Inbox/a.csv', 'Inbox/b.csv'] } })
    expect(await Promise.all(runs.map(({ runId }) => inputOfRun(runId)))).toEqual([
      { name: 'Inbox/a.csv' },
      { name: 'Inbox/b.csv' },
    ])
  })

  test('made by its own run does not start it again, nor through another automation', async () => {
    const { ctx } = await setUp()
    const writing = async (title: string, from: string, to: string) => {
      const step = {
        id: 'write',
        tool: 'vault.writeFile',
        args: { path: `${to}/out.md`, content: `From ${from}.` },
      }
      const plan = makePlan([step], { riskLevel: 'writes' })
      const { slug } = await createPlan(ctx, { title, text: JSON.stringify(plan) })
      return makeAutomation(ctx, {
        plan: slug,
        confirmed: true,
        trigger: { kind: 'vault', glob: `${from}/*` },
      })
    }
    const [there, back] = [await writing('There', 'In', 'Out'), await writing('Back', 'Out', 'In')]
    await write(ctx, 'In/start.md')

    expect(await workOff(ctx, there, soon())).toMatchObject([{ state: 'succeeded', chain: [] }])
    expect(await workOff(ctx, back, soon())).toMatchObject([{ state: 'succeeded', chain: [there] }])
    // The second automation wrote to the folder that the first one watches.
    expect(await workOff(ctx, there, soon())).toHaveLength(1)
    expect(await workOff(ctx, back, soon())).toHaveLength(1)
  })

  test('of another organisation, or while it is paused, starts nothing', async () => {
    const { ctx, skillName } = await setUp()
    const id = await makeAutomation(ctx, {
      skill: skillName,
      input: { name: 'Ada' },
      trigger: { kind: 'vault', glob: '**' },
    })
    await write(await contextFor(await makeUser()), 'Inbox/a.csv')
    await pauseAutomation(ctx, id)
    await write(ctx, 'Inbox/b.csv')

    expect(await workOff(ctx, id, soon())).toEqual([])
  })
})
