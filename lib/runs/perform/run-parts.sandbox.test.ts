import { describe, expect, onTestFinished, test } from 'vitest'
import { GET } from '#app/api/runs/[id]/events/route.ts'
import { createKey } from '../../auth/manage-api-keys.ts'
import { saveConfigValues } from '../../config/save-config-values.ts'
import type { SkillDocument, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import {
  contextFor,
  makeDraft,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { fundWallet, moneyOf } from '../../testing/fund-wallet.ts'
import { cancelRun } from '../lifecycle/cancel-run.ts'
import { deleteRunContent } from '../lifecycle/sweep-old-runs.ts'
import { listRunParts } from '../rows/run-parts.ts'
import { startDraftRun } from '../start/start-draft-run.ts'
import { runToEnd, startRun } from '../start/start-run.ts'

const COUNTS = `async function handler({ context }) {
  for (let n = 1; n <= 5; n++) context.emit({ n })
  return { message: 'Counted.' }
}`
const WAITS = `async function handler({ context }) {
  context.emit({ n: 1 })
  await new Promise((resolve) => setTimeout(resolve, 9000))
}`
const PART = {
  type: 'object',
  properties: { n: { type: 'integer', maximum: 9 } },
  required: ['n'],
  additionalProperties: false,
}
const PRICE = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }

async function publish(skill: Partial<SkillDocument>, set: Partial<SkillSetDocument> = {}) {
  const user = await makeUser()
  const ctx = await contextFor(user, { sandbox: connectSandbox() })
  const skills = [makeSkillDocument({ stream: PART, definition: COUNTS, ...skill })]
  const version = await makePublishedVersion({ document: makeSkillSetDocument({ skills, ...set }) })
  await fundWallet(user.organisation.id, '1')
  return { ctx, user, version, request: { skill: { name: version.skillName }, args: { name: 'Ada' } } }
}

const partsOf = async (id: string) =>
  (await listRunParts(database(), id, { after: 0, take: 100 })).map(({ value }) => value)

/** Follows a run with a key. `read` returns all events until the stream ends, or the first `count`. */
async function follow(user: Awaited<ReturnType<typeof makeUser>>, id: string, last?: string) {
  const { key } = await createKey(await contextFor(user), {
    name: 'A key',
    scopes: ['run'],
    expiresInDays: 1,
  })
  const stopped = new AbortController()
  onTestFinished(() => stopped.abort())
  const headers = { authorization: `Bearer ${key}`, ...(last !== undefined && { 'last-event-id': last }) }
  const request = new Request(`http://localhost/api/runs/${id}/events`, { headers, signal: stopped.signal })
  const response = await GET(request, { params: Promise.resolve({ id }) })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  return {
    response,
    async read(count = Number.POSITIVE_INFINITY) {
      const events: { type: string; id: string; data: { value?: Json; status?: string } }[] = []
      let text = ''
      while (events.length < count) {
        const { done, value } = await reader!.read()
        if (done) break
        text += value
        for (const [whole, type = 'message', eventId = '', data = ''] of text.matchAll(
          /(?:event: (.+)\n)?id: (.+)\ndata: (.+)\n\n/g,
        )) {
          events.push({ type, id: eventId, data: JSON.parse(data) })
          text = text.replace(whole, '')
        }
      }
      return events
    },
  }
}

const COUNTED = [1, 2, 3, 4, 5].map((n) => ({ n }))

test('parts are stored in order and sent before the end of the run', async () => {
  const { ctx, user, request } = await publish({})

  const run = await runToEnd(ctx, request)

  expect(run).toMatchObject({ state: 'succeeded', partCount: 5, output: { message: 'Counted.' } })
  expect(await partsOf(run.id)).toEqual(COUNTED)
  const events = await (await follow(user, run.id)).read()
  expect(events.map(({ type, id }) => `${type} ${id}`)).toEqual([
    ...[1, 2, 3, 4, 5].map((n) => `part 0.0.${n}`),
    'message 3.0.5',
  ])
  expect(events[2]?.data).toEqual({ number: 3, value: { n: 3 } })
})

test('a client that reconnects gets the parts that follow its last event, and nothing after the end', async () => {
  const { ctx, user, request } = await publish({})
  const { id } = await runToEnd(ctx, request)

  const events = await (await follow(user, id, '2.0.3')).read()

  expect(events.map(({ id: eventId }) => eventId)).toEqual(['2.0.4', '2.0.5', '3.0.5'])
  expect((await follow(user, id, '3.0.5')).response.status).toBe(204)
  expect((await follow(user, id, '3.0')).response.status).toBe(200)
})

test('a part is delivered while its run goes on', async () => {
  const { ctx, user, request } = await publish({ definition: WAITS })
  const { run } = await startRun(ctx, request)

  const events = await (await follow(user, run.id)).read(2)

  expect(events.find(({ type }) => type === 'part')?.data).toEqual({ number: 1, value: { n: 1 } })
  expect(await database().run.findUnique({ where: { id: run.id } })).toMatchObject({ state: 'running' })
  await cancelRun(ctx, run.id)
})

describe('a part that breaks the contract', () => {
  const BREAKS = COUNTS.replace('n <= 5', 'n <= 20')

  test('ends the run, which costs nothing and delivers no later part', async () => {
    const { ctx, user, request } = await publish({ definition: BREAKS, pricing: PRICE })

    const run = await runToEnd(ctx, request)

    expect(run).toMatchObject({
      state: 'failed',
      charged: '0',
      error: { code: 'OUTPUT_CONTRACT_VIOLATION', details: [{ path: '/stream/9/n', keyword: 'maximum' }] },
    })
    expect(run.output).toBeUndefined()
    expect(await moneyOf(user.organisation.id)).toMatchObject({ wallet: 1_000_000n, hold: 0n })
    expect(await partsOf(run.id)).toEqual([])
  })

  test('ends a free run, too, whose earlier parts stay', async () => {
    const { ctx, request } = await publish({ definition: BREAKS })

    const run = await runToEnd(ctx, request)

    expect(run).toMatchObject({ state: 'failed', error: { code: 'OUTPUT_CONTRACT_VIOLATION' } })
    expect(await partsOf(run.id)).toHaveLength(9)
  })

  test('is delivered by a draft, with a warning', async () => {
    const draft = await makeDraft()
    const ctx = await contextFor(draft.publisher.owner, { sandbox: connectSandbox() })
    const skills = [makeSkillDocument({ definition: BREAKS, stream: PART })]
    const document = { ...draft.document, skills } as unknown as Json
    const request = { skillSetId: draft.id, document, skillSlug: 'greet', args: { name: 'Ada' } }

    const run = await (await startDraftRun(ctx, request)).ended

    expect(run).toMatchObject({ state: 'succeeded', warnings: expect.any(Array), partCount: 20 })
    expect(run.warnings[0]).toMatchObject({ path: '/stream/9/n' })
  })

  test('is every part of a skill that declares no stream', async () => {
    const { ctx, request } = await publish({ stream: undefined })

    const run = await runToEnd(ctx, request)

    expect(run).toMatchObject({
      state: 'failed',
      error: {
        code: 'OUTPUT_CONTRACT_VIOLATION',
        details: [{ path: '/stream/0', message: 'was emitted, but the skill declares no stream' }],
      },
    })
  })
})

test('a paid run that is cancelled after its first part keeps no part', async () => {
  const { ctx, user, request } = await publish({ definition: WAITS, pricing: PRICE })
  const { run, ended } = await startRun(ctx, request)
  await (await follow(user, run.id)).read(2)

  await cancelRun(ctx, run.id)

  expect(await ended).toMatchObject({ state: 'cancelled', charged: '0' })
  expect(await partsOf(run.id)).toEqual([])
})

test('secrets are redacted from parts', async () => {
  const { ctx, version, request } = await publish(
    {
      stream: { type: 'object', properties: { text: { type: 'string' } } },
      definition: `async function handler({ config, context }) {
        context.emit({ text: 'key ' + config.api_key })
        return { message: 'Done.' }
      }`,
    },
    {
      configDefinitions: [
        { key: 'api_key', label: 'Key', type: 'STRING', required: true, isSensitive: true, order: 1 },
      ],
    },
  )
  const ref = { publisher: version.skillSet.publisher.handle, skillset: version.skillSet.slug }
  await saveConfigValues(ctx, ref, { api_key: { kind: 'set', value: 'sk-12345678' } })

  const run = await runToEnd(ctx, request)

  expect(JSON.stringify(await partsOf(run.id))).not.toContain('sk-12345678')
  expect(run).toMatchObject({ state: 'succeeded', partCount: 1 })
})

test('parts are deleted with the content of their run', async () => {
  const { ctx, request } = await publish({})
  const { id } = await runToEnd(ctx, request)

  await deleteRunContent(ctx, id)

  expect(await partsOf(id)).toEqual([])
  const row = await database().run.findUniqueOrThrow({ where: { id } })
  expect(row).toMatchObject({ partCount: 0, partBytes: 0 })
})

test('an organisation that stores nothing gets the result, and no part is stored', async () => {
  const { ctx, user, request } = await publish({})
  await database().organisation.update({
    where: { id: user.organisation.id },
    data: { runRetentionDays: 0 },
  })

  const run = await runToEnd(ctx, request)

  expect(run).toMatchObject({ state: 'succeeded', output: { message: 'Counted.' } })
  expect(await partsOf(run.id)).toEqual([])
})

test('the bytes of parts count as stored', async () => {
  const { ctx, request } = await publish({})
  const { id } = await runToEnd(ctx, request)

  const row = await database().run.findUniqueOrThrow({ where: { id } })

  expect(row.partBytes).toBe(COUNTED.reduce((sum, part) => sum + JSON.stringify(part).length, 0))
  const { storedBytes } = row
  await database().run.update({ where: { id }, data: { partBytes: 0 } })
  expect((await database().run.findUniqueOrThrow({ where: { id } })).storedBytes).toBe(
    storedBytes - row.partBytes,
  )
})
