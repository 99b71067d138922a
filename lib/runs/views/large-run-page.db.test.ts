// Tests runs whose values are too large to be part of a page.
import { expect, test } from 'vitest'
import type { Json } from '../../kernel/json/json.ts'
import { contextFor, makePublishedVersion, makeUser, visitor } from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { runToEnd } from '../start/start-run.ts'
import { getRun, getRunPage } from './get-run.ts'
import { getSharedRun, getWholeSharedRun, shareRun } from './share-run.ts'

async function runOf(output: { message: string }) {
  const ctx = await contextFor(await makeUser(), { sandbox: returns(output as unknown as Json) })
  const { skillName } = await makePublishedVersion()
  const { id } = await runToEnd(ctx, { skill: { name: skillName }, args: { name: 'Ada' } })
  const { token } = await shareRun(ctx, id)
  return { ctx, id, token }
}

test('pages of a run with a large output leave it out, and it can be loaded whole', async () => {
  const output = { message: '<'.repeat(1_000_000) }
  const { ctx, id, token } = await runOf(output)

  for (const { run } of [await getRunPage(ctx, id), await getSharedRun(visitor(), token)]) {
    expect(run).toMatchObject({ state: 'succeeded', isPartial: true })
    expect(JSON.stringify(run).length).toBeLessThan(10_000)
  }
  expect(await getRun(ctx, id)).toMatchObject({ output })
  expect((await getWholeSharedRun(visitor(), token)).run).toMatchObject({ output })
})

test('pages of a usual run carry its output', async () => {
  const { ctx, id, token } = await runOf({ message: 'Hello' })

  for (const { run } of [await getRunPage(ctx, id), await getSharedRun(visitor(), token)]) {
    expect(run).toMatchObject({ output: { message: 'Hello' } })
    expect(run).not.toHaveProperty('isPartial')
  }
})
