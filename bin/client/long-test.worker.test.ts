/** `test` on a skill of the lane `long`, with a site and a worker. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { createKey } from '#lib/auth/manage-api-keys.ts'
import { database } from '#lib/kernel/db/prisma-client.ts'
import { serveSite } from '#lib/testing/api-routes.ts'
import {
  contextFor,
  freshName,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
} from '#lib/testing/factories.ts'
import { setUpWorkers } from '#lib/testing/start-workers.ts'
import { testOnSite } from './test-folder.ts'

const { startWorker } = setUpWorkers()

const SKILL = makeSkillDocument({
  limits: { lane: 'long' },
  definition: `async function handler({ parameters }) {
    return { message: 'Hello, ' + parameters.name }
  }`,
})

const SLOW = `async function handler() {
  await new Promise((resolve) => setTimeout(resolve, 120000))
  return { message: 'Late.' }
}`

async function setUp(skill = SKILL) {
  const { origin, close } = await serveSite()
  const publisher = await makePublisher()
  const owner = await contextFor(publisher.owner)
  const { key } = await createKey(owner, { name: 'laptop', scopes: ['publish'], expiresInDays: 1 })
  vi.stubEnv('GUILDHALL_KEY', key)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    close()
  })
  const document = makeSkillSetDocument({ slug: freshName('long'), skills: [skill] })
  const example = { title: 'Ada', input: { name: 'Ada' }, output: { message: 'Hello, Ada' } }
  return {
    example: (signal?: AbortSignal) =>
      testOnSite(
        origin,
        document,
        { skill, example },
        { publisher: publisher.handle, ...(signal && { signal }) },
      ),
    runs: () =>
      database().run.findMany({
        where: { organisationId: publisher.owner.organisation.id },
        select: { state: true },
      }),
  }
}

test('an example of a skill that runs for minutes is followed to its end, and its output is judged', async () => {
  const { example } = await setUp()
  startWorker()

  expect(await example()).toMatchObject({ ok: true, as_expected: true, output: { message: 'Hello, Ada' } })
})

test('the run of an example on the site is cancelled when its test on the laptop is interrupted', async () => {
  const { example, runs } = await setUp({ ...SKILL, definition: SLOW })
  const stop = new AbortController()
  const ended = example(stop.signal)
  await expect.poll(async () => (await runs()).length).toBe(1)

  stop.abort()

  expect(await ended).toMatchObject({ ok: false, message: expect.stringContaining('cancelled') })
  await expect.poll(runs).toEqual([{ state: 'cancelled' }])
})
