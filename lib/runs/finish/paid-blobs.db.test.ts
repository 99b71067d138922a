// Blobs are part of what a paid run delivers, so no one gets them without the payment.
import { expect, test } from 'vitest'
import { findBlob } from '../../blobs/blobs.ts'
import { listBlobs } from '../../blobs/list-blobs.ts'
import { storeBlob } from '../../blobs/store-blob.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { Outcome, Sandbox } from '../../sandbox/sandbox.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { fundWallet, moneyOf } from '../../testing/fund-wallet.ts'
import { cancelRun } from '../lifecycle/cancel-run.ts'
import { endLostRun } from '../lifecycle/recover-run.ts'
import { startCodeRun } from '../start/start-code-run.ts'
import { runToEnd, startRun } from '../start/start-run.ts'

const PRICED = { pricing: { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const } }

/** Each job writes a blob, awaits `whileRunning`, and ends with the outcome of that. */
function writesBlob(whileRunning: (id: string) => Promise<Outcome>): Sandbox {
  return {
    ...returns({ message: 'Done.' }),
    async execute(_, options) {
      const call = { method: 'writeBlob', params: { kind: 'text/plain', text: 'worth its price' } }
      const { id } = (await options!.onCall!(call, new AbortController().signal)) as { id: string }
      return whileRunning(id)
    },
  }
}

async function setUp(more: Partial<typeof PRICED> = PRICED) {
  const { skillName } = await makePublishedVersion({
    document: makeSkillSetDocument({ skills: [makeSkillDocument(more)] }),
  })
  const payer = await makeUser()
  await fundWallet(payer.organisation.id, '1')
  const ctx = await contextFor(payer)
  const request = { skill: { name: skillName }, args: { name: 'Ada' } }
  return { ctx, payer, request }
}

const ended = { durationMs: 1, logs: [] }
const DONE: Outcome = { kind: 'returned', value: { message: 'Done.' }, ...ended }
const LATE: Outcome = { kind: 'limit', limit: 'wall', message: '', ...ended }

async function idsOf(ctx: Context) {
  return (await listBlobs(ctx, null)).blobs.map(({ id }) => id)
}

test('the caller reads the blobs of a paid run from when it has succeeded, not before', async () => {
  const { ctx, request, payer } = await setUp()
  const sandbox = writesBlob(async (id) => {
    expect(await idsOf(ctx)).toEqual([])
    await expect(findBlob(ctx, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(runToEnd(ctx, { ...request, inputBlobs: [id] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    return DONE
  })

  const run = await runToEnd({ ...ctx, sandbox }, request)

  expect(run).toMatchObject({ state: 'succeeded', charged: '0.05' })
  expect(await idsOf(ctx)).toEqual(run.outputBlobs)
  expect(await findBlob(ctx, run.outputBlobs?.[0])).toMatchObject({ kind: 'text/plain' })
  expect(await moneyOf(payer.organisation.id)).toMatchObject({ wallet: 950_000n, hold: 0n })
})

test.each(['timed_out', 'cancelled'])(
  'a paid run that is %s leaves no blob, and costs nothing',
  async (how) => {
    const { ctx, request, payer } = await setUp()
    const written = Promise.withResolvers<void>()
    const cancelled = Promise.withResolvers<void>()
    const sandbox = writesBlob(async () => {
      written.resolve()
      if (how === 'timed_out') return LATE
      await cancelled.promise
      return { kind: 'cancelled', ...ended }
    })

    const started = await startRun({ ...ctx, sandbox }, request)
    await written.promise
    if (how === 'cancelled') await cancelRun(ctx, started.run.id)
    cancelled.resolve()
    const run = await started.ended

    expect(run).toMatchObject({ state: how, charged: '0' })
    expect(run.outputBlobs).toBeUndefined()
    expect(await database().blob.count({ where: { organisationId: payer.organisation.id } })).toBe(0)
    expect(await moneyOf(payer.organisation.id)).toMatchObject({ wallet: 1_000_000n, hold: 0n })
  },
)

test('a paid run that lost its process leaves no blob', async () => {
  const { ctx, request, payer } = await setUp()
  const { promise: left, resolve: lose } = Promise.withResolvers<void>()
  const sandbox = writesBlob(async () => {
    const row = await database().run.findFirstOrThrow({ where: { organisationId: payer.organisation.id } })
    await endLostRun(ctx, row)
    lose()
    return new Promise(() => {})
  })

  await startRun({ ...ctx, sandbox }, request)
  await left

  expect(await database().blob.count({ where: { organisationId: payer.organisation.id } })).toBe(0)
  expect(await moneyOf(payer.organisation.id)).toMatchObject({ wallet: 1_000_000n, hold: 0n })
})

test('the blobs of a free run are available immediately, and stay if it fails', async () => {
  const { ctx, request } = await setUp({})
  const sandbox = writesBlob(async (id) => {
    expect(await idsOf(ctx)).toEqual([id])
    return LATE
  })

  const run = await runToEnd({ ...ctx, sandbox }, request)

  expect(run.outputBlobs).toEqual(await idsOf(ctx))
})

test('code that a limited key sends gives no skill a blob that the key may not read', async () => {
  const { ctx, payer, request } = await setUp({})
  const owner = { organisationId: payer.organisation.id, userId: payer.id }
  const { id } = await storeBlob(ctx.db, owner, { content: Buffer.from('ours'), kind: 'text/plain' })
  const skillSet = request.skill.name.split('.').slice(0, 2).join('.')
  const refused: unknown[] = []
  const sandbox: Sandbox = {
    ...returns({ message: 'Done.' }),
    async execute(_, options) {
      const params = { name: request.skill.name, args: { name: id } }
      const call = options?.onCall?.({ method: 'callSkill', params }, new AbortController().signal)
      await call?.catch((thrown: unknown) => refused.push(thrown))
      return DONE
    },
  }
  const made = await database().apiKey.create({
    data: {
      ...owner,
      name: 'k',
      prefix: 'gh_',
      hash: crypto.randomUUID(),
      scopes: ['run'],
      skillSets: [skillSet],
    },
  })
  const keyGrant = { scopes: ['run'] as const, skillSets: [skillSet], dailyCapMicros: null }
  const limited = { ...ctx, sandbox, keyId: made.id, keyGrant }
  const code = {
    language: 'python' as const,
    code: 'def main(a): ...',
    mountSkills: [request.skill.name],
  }

  await (await startCodeRun(limited, { ...code, args: { blob: id } })).ended
  expect(refused).toMatchObject([{ code: 'NOT_FOUND' }])
  await expect(startCodeRun(limited, { ...code, inputBlobs: [id] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
