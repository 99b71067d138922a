// Real workers, as processes of their own, against real Postgres and the real box.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import type { SkillDocument } from '#lib/contract/document/skillset-document.ts'
import { database } from '#lib/db/client.ts'
import { sumLedger } from '#lib/db/ledger.ts'
import { cancelRun } from '#lib/execution/cancel-run.ts'
import { startRun } from '#lib/execution/start-run.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '#lib/testing/factories.ts'
import { fund, moneyOf } from '#lib/testing/fund.ts'
import { ROOT } from '../root.ts'

const PRICE = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
const workers = new Set<ChildProcess>()

function hire(): ChildProcess {
  const worker = spawn(process.execPath, ['--disable-warning=DeprecationWarning', 'bin/worker.ts'], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  workers.add(worker)
  return worker
}

async function dismiss(worker: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  workers.delete(worker)
  const gone = once(worker, 'exit')
  worker.kill(signal)
  await gone
}

afterEach(async () => {
  await Promise.all([...workers].map((worker) => dismiss(worker, 'SIGTERM')))
})

/** A buyer with money, and a paid skill; `defer` puts a run of it off. */
async function setUp(skill: Partial<SkillDocument> = {}) {
  const skills = [makeSkillDocument({ pricing: PRICE, ...skill })]
  const version = await makePublishedVersion({ document: makeSkillSetDocument({ skills }) })
  const user = await makeUser()
  await fund(user.organisation.id, '10')
  const ctx = await contextFor(user)
  return {
    ctx,
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

test('a run that was put off is performed by a worker, and charged once', async () => {
  const { defer, money } = await setUp()
  const id = await defer()
  expect(await stateOf(id)).toBe('queued')

  hire()

  await expect.poll(() => stateOf(id)).toBe('succeeded')
  expect(await money()).toMatchObject({ wallet: 9_950_000n, hold: 0n })
})

test('a run that was cancelled before its turn is never performed', async () => {
  const { ctx, defer, money } = await setUp()
  const [cancelled, other] = [await defer(), await defer()]
  await cancelRun(ctx, cancelled)

  hire()

  await expect.poll(() => stateOf(other)).toBe('succeeded')
  const row = await database().run.findUnique({ where: { id: cancelled } })
  expect(row).toMatchObject({ state: 'cancelled', startedAt: null })
  expect(await money()).toMatchObject({ wallet: 9_950_000n, hold: 0n })
})

test('what a killed worker had begun ends uncharged, what waited is performed by another', async () => {
  const { defer, money } = await setUp({ definition: SLOW })
  const first = hire()
  const ids = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(defer))
  // As many as the organisation may have at once.
  await expect.poll(async () => (await statesOf(ids)).filter((state) => state === 'running').length).toBe(4)

  await dismiss(first, 'SIGKILL')
  hire()

  await expect.poll(() => statesOf(ids)).toEqual([...Array(4).fill('failed'), ...Array(2).fill('succeeded')])
  expect(await money()).toMatchObject({ wallet: 9_900_000n, hold: 0n })
  expect((await sumLedger(database())).total).toBe(0n)
})

test('a worker that is asked to stop ends what it has begun first', async () => {
  const { defer } = await setUp({ definition: SLOW.replace('5000', '2000') })
  const worker = hire()
  const id = await defer()
  await expect.poll(() => stateOf(id)).toBe('running')

  await dismiss(worker, 'SIGTERM')

  expect(await stateOf(id)).toBe('succeeded')
})
