// With a retention of 0 days, the caller gets the output, and the database never contains it.
import { beforeAll, expect, test } from 'vitest'
import { withClient } from '#bin/server/postgres/databases.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { digestOf } from '../../kernel/json/digest-of.ts'
import { setRetention } from '../../organisations/retention-setting.ts'
import { startPlanRun } from '../../plans/start/start-plan-run.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { type FakeSandbox, returns, throws } from '../../testing/fake-sandbox.ts'
import { fundWallet, moneyOf } from '../../testing/fund-wallet.ts'
import { sweepOldRuns } from '../lifecycle/sweep-old-runs.ts'
import { runToEnd, startRun, waitForConnection } from '../start/start-run.ts'
import { getRun } from '../views/get-run.ts'

const INPUT = 'planted-input-4711'
const OUTPUT = 'planted-output-4712'
const PRICE = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }

let skillName: string

beforeAll(async () => {
  const skills = [makeSkillDocument({ pricing: PRICE })]
  skillName = (await makePublishedVersion({ document: makeSkillSetDocument({ skills }) })).skillName
})

async function sealedCaller(sandbox: FakeSandbox = returns({ message: OUTPUT })): Promise<Context> {
  const user = await makeUser()
  await fundWallet(user.organisation.id, '1')
  const ctx = await contextFor(user, { sandbox })
  await setRetention(ctx, { days: 0 })
  return ctx
}

const request = (more: object = {}) => ({ skill: { name: skillName }, args: { name: INPUT }, ...more })

/** Returns the rows of the whole database that contain one of the texts. */
function findInDatabase(texts: string[]): Promise<string[]> {
  return withClient(process.env.DATABASE_URL ?? '', async (client) => {
    const { rows } = await client.query<{ table: string }>(
      `select format('%I.%I', schemaname, tablename) as table from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const patterns = texts.map((text) => `%${text}%`)
    const found: string[] = []
    for (const { table } of rows) {
      const { rows: lines } = await client.query<{ line: string }>(
        `select line from (select t::text as line from ${table} t) lines where line like any($1)`,
        [patterns],
      )
      found.push(...lines.map(({ line }) => line))
    }
    return found
  })
}

test('the caller of a sealed run gets the output, and the database has digests, state and price only', async () => {
  const ctx = await sealedCaller()

  const run = await waitForConnection(await startRun(ctx, request()))

  expect(run).toMatchObject({
    state: 'succeeded',
    input: { name: INPUT },
    output: { message: OUTPUT },
    isSealed: true,
  })
  expect(run.purgedAtMs).toBeUndefined()
  expect(await findInDatabase([INPUT, OUTPUT])).toEqual([])
  expect(await database().run.findUniqueOrThrow({ where: { id: run.id } })).toMatchObject({
    state: 'succeeded',
    input: null,
    hasOutput: false,
    inputDigest: digestOf({ name: INPUT }),
    outputDigest: digestOf({ message: OUTPUT }),
    chargedMicros: 50_000n,
  })
  expect((await moneyOf(ctx.viewer!.organisationId)).wallet).toBe(950_000n)
})

test('a sealed run that is read later has its receipt and says that nothing was stored', async () => {
  const ctx = await sealedCaller()
  const { id } = await runToEnd(ctx, request())

  const run = await getRun(ctx, id)

  expect(run).toMatchObject({
    state: 'succeeded',
    charged: '0.05',
    isSealed: true,
    purgedAtMs: expect.any(Number),
  })
  expect(run.output).toBeUndefined()
  await sweepOldRuns(ctx)
  expect(await getRun(ctx, id)).toEqual(run)
})

test('the error message of a sealed run is only in the reply', async () => {
  const ctx = await sealedCaller(throws({ message: `No: ${OUTPUT}` }))

  const run = await runToEnd(ctx, request())

  expect(JSON.stringify(run.error)).toContain(OUTPUT)
  expect(await findInDatabase([INPUT, OUTPUT])).toEqual([])
  expect((await getRun(ctx, run.id)).error).toMatchObject({ code: 'SKILL_ERROR' })
})

test('a repeated call of a sealed run is refused with the run that performed it, and not charged again', async () => {
  const ctx = await sealedCaller()
  const { id } = await runToEnd(ctx, request({ idempotencyKey: 'once' }))

  await expect(startRun(ctx, request({ idempotencyKey: 'once' }))).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining(id),
  })
  expect((await moneyOf(ctx.viewer!.organisationId)).wallet).toBe(950_000n)
})

test('asynchronous runs and plans of an organisation that stores nothing are refused', async () => {
  const ctx = await sealedCaller()
  const steps = [{ id: 'a', tool: 'util.slugifyTitle', args: { title: INPUT } }]
  const plan = { version: '1', goal: 'Greet.', riskLevel: 'read-only', steps }

  const refused = { code: 'PRECONDITION_FAILED', message: expect.stringContaining('stores no inputs') }
  await expect(startRun(ctx, request({ isDeferred: true }))).rejects.toMatchObject(refused)
  await expect(startPlanRun(ctx, { plan, confirmed: true })).rejects.toMatchObject(refused)
  expect(await findInDatabase([INPUT])).toEqual([])
})

test('an organisation that stores runs again stores later runs', async () => {
  const ctx = await sealedCaller()
  await setRetention(ctx, { days: 30 })

  const { id, isSealed } = await runToEnd(ctx, request())

  expect(isSealed).toBeUndefined()
  expect((await getRun(ctx, id)).output).toEqual({ message: OUTPUT })
})
