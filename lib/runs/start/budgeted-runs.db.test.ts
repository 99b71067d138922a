// Tests, on a real database, that the calls of minted keys count for every key of their chain and are refused beyond any of them.
import { expect, test } from 'vitest'
import { createKey } from '../../auth/manage-api-keys.ts'
import { mintKey, revokeMintedKey } from '../../auth/mint-key.ts'
import { storeBlob } from '../../blobs/store-blob.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import {
  decideConfirmation,
  getSpendingConfirmation,
  sweepConfirmations,
} from '../../money/confirm-spending.ts'
import { getStatement } from '../../money/get-statement.ts'
import { contextFromKey } from '../../protocols/session/context/context-from-key.ts'
import { contextFor, freshName, makePublishedVersion, makeUser } from '../../testing/factories.ts'
import { throws } from '../../testing/fake-sandbox.ts'
import { setUpPaidRun } from '../../testing/setup/runs/paid-run.ts'
import { getRunPage } from '../views/get-run.ts'

const db = database()

async function enter(key: string, { sandbox }: Context): Promise<Context> {
  const request = new Request('http://localhost/', { headers: { authorization: `Bearer ${key}` } })
  return { ...(await contextFromKey(request, [])), sandbox }
}

/** A chain of three keys of a person, each minted from the one before, and a run that costs 0.05 USDC. */
async function setUpChain(
  budgets: [JsonObject, JsonObject] = [{}, {}],
  paid: Parameters<typeof setUpPaidRun>[0] = {},
) {
  const setUp = await setUpPaidRun(paid)
  const { key } = await createKey(setUp.ctx, {
    name: 'Orchestrator',
    scopes: ['read', 'run'],
    expiresInDays: 1,
  })
  const first = await enter(key, setUp.ctx)
  const mint = async (from: Context, name: string, fields: JsonObject) =>
    enter((await mintKey(from, { name, ...fields })).key, setUp.ctx)
  const second = await mint(first, 'Researcher', budgets[0])
  const third = await mint(second, 'Reader', budgets[1])
  const counted = async (ctx: Context) => {
    const { spentMicros, runCount } = await db.apiKey.findUniqueOrThrow({ where: { id: ctx.keyId! } })
    return [runCount, spentMicros]
  }
  return { ...setUp, first, second, third, mint, counted }
}

test('100 calls at once through three generations of keys never exceed the budget of the first', async () => {
  const { run, first, mint, money, ctx } = await setUpChain([{}, {}], { money: '10' })
  const second = await mint(first, 'Second', { total: '0.6' })
  const [left, right] = await Promise.all([mint(second, 'Left', {}), mint(second, 'Right', { total: '0.4' })])

  const calls = await Promise.allSettled(
    Array.from({ length: 100 }, (_, index) => run({}, index % 2 === 0 ? left : right)),
  )

  const refusals = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason.code] : []))
  expect(calls.length - refusals.length).toBe(12)
  expect(new Set(refusals)).toEqual(new Set(['PAYMENT_REQUIRED']))
  expect(await money()).toMatchObject({ wallet: 10_000_000n - 600_000n, hold: 0n })
  const spent = await db.apiKey.findMany({
    where: { organisationId: ctx.viewer!.organisationId, name: { in: ['Second', 'Left', 'Right'] } },
  })
  const of = (name: string) => spent.find((key) => key.name === name)!
  expect(of('Second')).toMatchObject({ spentMicros: 600_000n, runCount: 12 })
  expect(of('Left').spentMicros + of('Right').spentMicros).toBe(600_000n)
  expect(of('Right').spentMicros).toBeLessThanOrEqual(400_000n)
})

test('100 free calls at once never exceed the number of calls of a key above', async () => {
  const { run, second, mint } = await setUpChain([{}, {}], { skill: { pricing: undefined } })
  const limited = await mint(second, 'Limited', { max_runs: 7 })

  const calls = await Promise.allSettled(Array.from({ length: 100 }, () => run({}, limited)))

  expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
  expect(await db.run.count({ where: { keyId: limited.keyId! } })).toBe(7)
})

test('a call counts for each key above, and what a failed run had reserved is given back to all', async () => {
  const { run, second, third, counted } = await setUpChain()
  await run({}, third)
  expect([await counted(second), await counted(third)]).toEqual([
    [1, 50_000n],
    [1, 50_000n],
  ])

  await run({}, { ...third, sandbox: throws() })

  for (const ctx of [second, third]) expect(await counted(ctx)).toEqual([2, 50_000n])
})

test.each([
  ['its total', [{ total: '0.04' }, {}], 'PAYMENT_REQUIRED', 'Researcher'],
  ['its price per call', [{ max_price: '0.04' }, {}], 'PAYMENT_REQUIRED', 'Researcher'],
  ['its daily cap', [{ daily_cap: '0.04' }, { daily_cap: '0.04' }], 'PAYMENT_REQUIRED', 'This key'],
  ['a total of its own', [{}, { total: '0.04' }], 'PAYMENT_REQUIRED', 'Reader'],
] as [string, [JsonObject, JsonObject], string, string][])(
  'a call beyond %s is refused with the name of that key, and nothing is reserved',
  async (_, budgets, code, name) => {
    const { run, third, counted, money } = await setUpChain(budgets)

    await expect(run({}, third)).rejects.toMatchObject({ code, message: expect.stringContaining(name) })
    expect(await counted(third)).toEqual([0, 0n])
    expect(await money()).toMatchObject({ wallet: 1_000_000n, hold: 0n })
  },
)

test('the daily cap of a key that a person created includes what the keys minted from it spend', async () => {
  const { run, ctx, mint } = await setUpChain()
  const { key } = await createKey(ctx, {
    name: 'Capped',
    scopes: ['run'],
    expiresInDays: 1,
    dailyCap: '0.1',
  })
  const capped = await enter(key, ctx)
  const below = await mint(capped, 'Below', {})

  await run({}, below)
  await run({}, capped)
  for (const each of [below, capped])
    await expect(run({}, each)).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
})

test('a key whose number of calls is used up is told so, in a way that programs can read', async () => {
  const { run, third } = await setUpChain([{ max_runs: 1 }, {}])
  await run({}, third)

  await expect(run({}, third)).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
    options: { limit: { what: 'key_runs', max: 1, used: 1 } },
  })
})

test('a key that is limited to a skill runs no other, also where the SkillSet is the same', async () => {
  const { run, second, mint, version } = await setUpChain()
  const other = await setUpPaidRun()
  const limited = await mint(second, 'Limited', { skills: [version.skillName] })

  expect(await run({}, limited)).toMatchObject({ state: 'succeeded' })
  await expect(run({ skill: { name: other.version.skillName } }, limited)).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
})

test('a call whose key is revoked between its check and its record is refused', async () => {
  const { run, first, second, third } = await setUpChain()
  await revokeMintedKey(first, second.keyId)

  await expect(run({}, third)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

test('a call whose key was deleted between its check and its record is refused', async () => {
  const { run, third } = await setUpChain()
  await db.apiKey.delete({ where: { id: third.keyId! } })

  await expect(run({}, third)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

test('a repeated call with the same idempotency key counts once', async () => {
  const { run, third, counted } = await setUpChain()
  const idempotencyKey = freshName('key')

  const [one, again] = [await run({ idempotencyKey }, third), await run({ idempotencyKey }, third)]

  expect(again.id).toBe(one.id)
  expect(await counted(third)).toEqual([1, 50_000n])
})

test('the run, its receipt and the statement name the keys of the chain', async () => {
  const { run, third, ctx } = await setUpChain()
  const { id } = await run({}, third)

  const chain = ['Orchestrator', 'Researcher', 'Reader']
  expect((await getRunPage(ctx, id)).receipt).toMatchObject({ keys: chain })
  expect((await getStatement(ctx, 'wallet')).lines[0]).toMatchObject({ runId: id, keys: chain })
})

const confirmationIn = (error: { options: { href: string } }) => error.options.href.split('/').at(-1)!

test('a call above confirm_above asks the person once, and runs once after they confirm it', async () => {
  const { run, third, ctx, user } = await setUpChain([{ confirm_above: '0.01' }, {}])

  const refusal = await run({}, third).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'PAYMENT_REQUIRED', options: { href: expect.any(String) } })
  await expect(run({}, third)).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
  const notices = await db.notice.findMany({ where: { userId: user.id, kind: 'key.confirmation' } })
  expect(notices).toHaveLength(1)
  const id = confirmationIn(refusal as never)
  expect(notices[0]!.href).toContain(id)
  expect(await getSpendingConfirmation(ctx, id)).toMatchObject({
    state: 'waiting',
    versionNumber: '1.0.0',
    input: JSON.stringify({ name: 'Ada' }, null, 2),
    amount: '0.05',
    keyChain: ['Orchestrator', 'Researcher', 'Reader'],
  })

  await decideConfirmation(ctx, { id, isConfirmed: true })
  expect(await getSpendingConfirmation(ctx, id)).toMatchObject({ state: 'confirmed', input: null })
  expect(await db.notice.findUnique({ where: { id: notices[0]!.id } })).toMatchObject({
    readAt: expect.any(Date),
  })
  await expect(run({ args: { name: 'Eve' } }, third)).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
  const made = await run({}, third)
  expect(made).toMatchObject({ state: 'succeeded' })
  expect(await getSpendingConfirmation(ctx, id)).toMatchObject({ state: 'used', runId: made.id })
  await expect(run({}, third)).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
  await expect(decideConfirmation(ctx, { id, isConfirmed: false })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('five calls of a key wait for a person, and further ones are refused without a notice', async () => {
  const { run, third, user } = await setUpChain([{ confirm_above: '0.01' }, {}])

  for (const name of ['Ada', 'Bob', 'Cid', 'Dan', 'Eva'])
    await expect(run({ args: { name } }, third)).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
  await expect(run({ args: { name: 'Fay' } }, third)).rejects.toMatchObject({ code: 'LIMIT_REACHED' })

  expect(await db.notice.count({ where: { userId: user.id, kind: 'key.confirmation' } })).toBe(5)
})

test('a confirmation holds neither for another version of the skill nor for other files', async () => {
  const { run, third, ctx, version } = await setUpChain([{ confirm_above: '0.01' }, {}])
  const refusal = await run({}, third).catch((error: unknown) => error)
  await decideConfirmation(ctx, { id: confirmationIn(refusal as never), isConfirmed: true })
  const { organisationId, userId } = ctx.viewer!
  const owner = { organisationId, userId }
  const { id: blobId } = await storeBlob(db, owner, { content: Buffer.from('Ada'), kind: 'text/plain' })
  const document = { ...version.skillSet.document, version: '1.0.1' }
  await makePublishedVersion({ skillSet: version.skillSet, document })

  for (const other of [{ inputBlobs: [blobId], skill: { name: version.skillName, version: '1.0.0' } }, {}])
    await expect(run(other, third)).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
  const same = { skill: { name: version.skillName, version: '1.0.0' } }
  expect(await run(same, third)).toMatchObject({ state: 'succeeded' })
})

test('the input of a call that nobody decided on is deleted when its time is over', async () => {
  const { run, third, ctx } = await setUpChain([{ confirm_above: '0.01' }, {}])
  const refusal = await run({ args: { name: '\u202eAda' } }, third).catch((error: unknown) => error)
  const id = confirmationIn(refusal as never)
  expect(await getSpendingConfirmation(ctx, id)).toMatchObject({
    input: expect.stringContaining('\\u202eAda'),
  })
  const expire = (ms: number) =>
    db.spendingConfirmation.update({ where: { id }, data: { expiresAt: new Date(Date.now() - ms) } })

  await expire(1_000)
  await sweepConfirmations(ctx)
  expect(await db.spendingConfirmation.findUnique({ where: { id } })).toMatchObject({ input: null })
  await expire(31 * 86_400_000)
  await sweepConfirmations(ctx)
  expect(await db.spendingConfirmation.findUnique({ where: { id } })).toBeNull()
})

test('the input of a call is not stored where the organisation keeps no inputs', async () => {
  const { run, third, ctx } = await setUpChain([{ confirm_above: '0.01' }, {}])
  const { organisationId } = ctx.viewer!
  await db.organisation.update({ where: { id: organisationId }, data: { runRetentionDays: 0 } })

  const refusal = await run({}, third).catch((error: unknown) => error)

  const id = confirmationIn(refusal as never)
  expect(await db.spendingConfirmation.findUnique({ where: { id } })).toMatchObject({ input: null })
})

test('a confirmed call that is sent ten times at once runs once', async () => {
  const { run, third, ctx } = await setUpChain([{ confirm_above: '0.01' }, {}])
  const refusal = await run({}, third).catch((error: unknown) => error)
  await decideConfirmation(ctx, { id: confirmationIn(refusal as never), isConfirmed: true })

  const calls = await Promise.allSettled(Array.from({ length: 10 }, () => run({}, third)))

  expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a refused call stays refused and asks nobody again', async () => {
  const { run, third, ctx, user } = await setUpChain([{ confirm_above: '0.01' }, {}])
  const refusal = await run({}, third).catch((error: unknown) => error)
  await decideConfirmation(ctx, { id: confirmationIn(refusal as never), isConfirmed: false })

  await expect(run({}, third)).rejects.toMatchObject({ message: expect.stringContaining('refused') })
  expect(await db.notice.count({ where: { userId: user.id, kind: 'key.confirmation' } })).toBe(1)
})

test('only the person who created the key, and owners and admins, decide on its calls: no key and no stranger', async () => {
  const { run, third } = await setUpChain([{ confirm_above: '0.01' }, {}])
  const refusal = await run({}, third).catch((error: unknown) => error)
  const id = confirmationIn(refusal as never)
  const stranger = await contextFor(await makeUser())

  await expect(decideConfirmation(third, { id, isConfirmed: true })).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  await expect(decideConfirmation(stranger, { id, isConfirmed: true })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(getSpendingConfirmation(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(getSpendingConfirmation(stranger, 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a call up to confirm_above runs without asking', async () => {
  const { run, third, user } = await setUpChain([{ confirm_above: '0.05' }, {}])

  expect(await run({}, third)).toMatchObject({ state: 'succeeded' })
  expect(await db.notice.count({ where: { userId: user.id, kind: 'key.confirmation' } })).toBe(0)
})

test('a free call runs without asking, whatever confirm_above is', async () => {
  const { run, third } = await setUpChain([{ confirm_above: '0' }, {}], { skill: { pricing: undefined } })

  expect(await run({}, third)).toMatchObject({ state: 'succeeded' })
})
