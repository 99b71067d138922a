// Tests who may dry-run a paid skill and what that costs, with a real Postgres and a fake sandbox.
import { describe, expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import type { SkillDocument } from '../../contracts/document/skillset-document.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { fundWallet, moneyOf } from '../../testing/fund-wallet.ts'
import { startDraftRun } from '../start/start-draft-run.ts'
import { runToEnd } from '../start/start-run.ts'
import { buildReceipt } from '../views/receipt.ts'
import { quoteRun } from './quote-run.ts'

const PRICE = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
const REFUSES = { pricing: PRICE }
const FREE = { pricing: PRICE, dryRun: 'supported' as const }
const PRICED = { pricing: { ...PRICE, dryRunAmount: '0.01' }, dryRun: 'supported' as const }

async function setUp(skill: Partial<SkillDocument>, money = '0') {
  const document = makeSkillSetDocument({ skills: [makeSkillDocument(skill)] })
  const version = await makePublishedVersion({ document })
  const user = await makeUser()
  if (money !== '0') await fundWallet(user.organisation.id, money)
  const sandbox = returns({ message: 'Hello.' })
  const ctx = await contextFor(user, { sandbox })
  const dryRun = (as: Context = ctx, more = {}) =>
    runToEnd(as, { skill: { name: version.skillName }, args: { name: 'Ada' }, dryRun: true, ...more })
  const quote = (as: Context = ctx) =>
    quoteRun(as, { name: version.skillName, skill: version.skillSet.document.skills[0]! })
  return { ctx, sandbox, version, dryRun, quote, money: () => moneyOf(user.organisation.id) }
}

const REFUSAL = {
  code: 'PRECONDITION_FAILED',
  options: { issues: [{ path: '/dry_run', keyword: 'dryRun' }] },
}

describe('a dry run of a skill with a price', () => {
  test('a dry run of a paid skill that does not support it is refused, and nothing ran or was recorded', async () => {
    const { dryRun, sandbox, money, version, quote } = await setUp(REFUSES, '1')

    await expect(dryRun()).rejects.toMatchObject(REFUSAL)
    expect(sandbox.jobs).toEqual([])
    expect(await database().run.count({ where: { skillName: version.skillName } })).toBe(0)
    expect(await money()).toMatchObject({ wallet: 1_000_000n, hold: 0n })
    expect(await quote()).toMatchObject({ price: '0.05', dryRunPrice: null })
    expect(await quote({ ...(await visitor()) })).toMatchObject({ dryRunPrice: null })
  })

  test('a dry run of a paid skill that supports it is free, even with an empty wallet', async () => {
    const { dryRun, sandbox, quote } = await setUp(FREE)

    const run = await dryRun(undefined, { maxPrice: '0' })

    expect(run).toMatchObject({ state: 'succeeded', terms: 'dry_run', dryRun: true })
    expect(run.price).toBeUndefined()
    expect(sandbox.jobs[0]?.context.dryRun).toBe(true)
    expect(await quote()).toMatchObject({ price: '0.05', dryRunPrice: '0' })
  })

  test('a dry run costs the price that the skill’s document gives it', async () => {
    const { dryRun, quote, money } = await setUp(PRICED, '1')

    const run = await dryRun()
    const row = await database().run.findUniqueOrThrow({ where: { id: run.id } })

    expect(run).toMatchObject({
      state: 'succeeded',
      terms: 'paid',
      price: '0.01',
      charged: '0.01',
      dryRun: true,
    })
    expect(buildReceipt(row)).toMatchObject({ decision: 'charged', charged: '0.01' })
    expect(await money()).toMatchObject({ wallet: 990_000n, hold: 0n })
    expect(await quote()).toMatchObject({ price: '0.05', dryRunPrice: '0.01' })
    await expect(dryRun(undefined, { maxPrice: '0.009' })).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
  })

  test('a dry run with a price needs a wallet that covers it', async () => {
    const { dryRun, sandbox } = await setUp(PRICED)

    await expect(dryRun()).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
    expect(sandbox.jobs).toEqual([])
  })

  test('a dry run is free for the skill’s publisher, supported or not', async () => {
    const { dryRun, version, quote } = await setUp(REFUSES)
    const publisher = await contextFor(version.skillSet.publisher.owner, {
      sandbox: returns({ message: 'Hello.' }),
    })

    expect(await dryRun(publisher)).toMatchObject({ state: 'succeeded', terms: 'dry_run' })
    expect(await quote(publisher)).toMatchObject({ dryRunPrice: '0' })
  })

  test('a dry run of a draft is free, as every run of it', async () => {
    const { version } = await setUp(REFUSES)
    const { owner } = version.skillSet.publisher
    const ctx = await contextFor(owner, { sandbox: returns({ message: 'Hello.' }) })
    const { document } = version.skillSet
    const { ended } = await startDraftRun(ctx, {
      skillSetId: version.skillSetId,
      document,
      skillSlug: document.skills[0]!.slug,
      args: { name: 'Ada' },
      dryRun: true,
    })

    expect(await ended).toMatchObject({ state: 'succeeded', terms: 'dry_run' })
  })
})

test('a dry run of a free skill is free', async () => {
  const { dryRun, quote } = await setUp({})

  expect(await dryRun()).toMatchObject({ state: 'succeeded', terms: 'dry_run' })
  expect(await quote()).toMatchObject({ dryRunPrice: '0' })
})

describe('in a dry run, a call of a skill with a price', () => {
  async function call(child: Partial<SkillDocument>) {
    const called = await setUp(child)
    const parent = makeSkillSetDocument({
      skills: [makeSkillDocument()],
      permissions: { skills: [called.version.skillName] },
    })
    const { skillName } = await makePublishedVersion({ document: parent })
    const user = await makeUser()
    await fundWallet(user.organisation.id, '1')
    let answer: unknown
    // The parent calls the child, which returns a greeting.
    const sandbox: Context['sandbox'] = {
      ...returns({ message: 'Hello.' }),
      async execute(job, options) {
        const params = { name: called.version.skillName, args: { name: 'Ada' } }
        if (job.context.skill === skillName)
          answer = await options!.onCall!(
            { method: 'callSkill', params },
            new AbortController().signal,
          ).catch((thrown) => thrown)
        return { durationMs: 1, logs: [], kind: 'returned', value: { message: 'Hello.' } }
      },
    }
    const ctx = await contextFor(user, { sandbox })
    const skill = parent.skills[0]!
    const quote = await quoteRun(ctx, { name: skillName, skill })
    const run = await runToEnd(ctx, { skill: { name: skillName }, args: { name: 'Ada' }, dryRun: true })
    return { run, answer, quote }
  }

  test('in a dry run, a call of a paid skill that does not support dry runs is refused', async () => {
    const { run, answer, quote } = await call(REFUSES)

    expect(answer).toMatchObject(REFUSAL)
    expect(run).toMatchObject({ state: 'succeeded', terms: 'dry_run' })
    expect(quote).toMatchObject({ price: '0.05', dryRunPrice: '0' })
  })

  test('in a dry run, a call of a paid skill that supports dry runs costs its dry-run price, or nothing', async () => {
    const free = await call(FREE)
    const priced = await call(PRICED)

    expect(free).toMatchObject({ answer: { message: 'Hello.' }, quote: { dryRunPrice: '0' } })
    expect(priced).toMatchObject({
      answer: { message: 'Hello.' },
      quote: { dryRunPrice: '0.01' },
      run: { charged: '0.01', chargedForCalls: '0.01' },
    })
  })
})

async function visitor(): Promise<Context> {
  const { viewer: _, ...ctx } = await contextFor(await makeUser())
  return ctx as Context
}
