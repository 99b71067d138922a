// What a publisher sees of other people's failed runs, and what they do not.
import { expect, test } from 'vitest'
import { runToEnd } from '../execution/start-run.ts'
import { contextFor, makePublishedVersion, makeUser, visitor } from '../testing/factories.ts'
import { returns, throws } from '../testing/pretend-sandbox.ts'
import { listFailedRuns } from './list-failed-runs.ts'

const INPUT = 'Ada Lovelace of Ockham'

/** A published skill, its publisher, and a customer who runs it. */
async function market() {
  const version = await makePublishedVersion()
  const customer = await makeUser()
  const run = async (box = throws({ message: `No ${INPUT}.`, stack: `Error: ${INPUT}\n at x` })) => {
    const ctx = await contextFor(customer, { sandbox: box })
    return runToEnd(ctx, { skill: { name: version.skillName }, args: { name: INPUT } })
  }
  return { version, customer, run, publisher: await contextFor(version.skillSet.publisher.owner) }
}

test('a publisher sees that a skill failed, when, in which version and with which code', async () => {
  const { version, publisher, run } = await market()
  await run()
  await run(returns({ message: 7 }))
  await run(returns({ message: 'Fine.' }))

  const { runs, nextCursor } = await listFailedRuns(publisher)

  expect(nextCursor).toBeNull()
  expect(runs).toMatchObject([
    {
      code: 'OUTPUT_CONTRACT_VIOLATION',
      issues: [{ path: '/message', message: 'must be text' }],
      versionNumber: '1.0.0',
    },
    { code: 'SKILL_ERROR', skillName: version.skillName, state: 'failed' },
  ])
  expect(runs.every(({ atMs }) => atMs % 60_000 === 0)).toBe(true)
})

test('neither the customer nor what they sent is in it', async () => {
  const { publisher, run, customer } = await market()
  const { id } = await run()

  const told = JSON.stringify(await listFailedRuns(publisher))

  expect(told).toContain('SKILL_ERROR')
  for (const secret of [INPUT, 'Ada', customer.id, customer.name, customer.organisation.id, id]) {
    expect(told).not.toContain(secret)
  }
})

test('nobody else sees it, and visitors are told to sign in', async () => {
  const { run, customer } = await market()
  await run()

  expect((await listFailedRuns(await contextFor(customer))).runs).toEqual([])
  expect((await listFailedRuns(await contextFor(await makeUser()))).runs).toEqual([])
  await expect(listFailedRuns(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('it comes by pages, and a cursor that is none is the first page', async () => {
  const { publisher, run } = await market()
  for (let n = 0; n < 31; n++) await run()

  const first = await listFailedRuns(publisher)
  const second = await listFailedRuns(publisher, first.nextCursor)

  expect(first.runs).toHaveLength(30)
  expect(second).toMatchObject({ runs: [{ code: 'SKILL_ERROR' }], nextCursor: null })
  for (const nonsense of ['\0', { not: '' }, 'run_']) {
    expect((await listFailedRuns(publisher, nonsense)).runs).toHaveLength(30)
  }
})
