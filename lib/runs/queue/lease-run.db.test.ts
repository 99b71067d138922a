// Uses a real Postgres and a fake sandbox whose jobs end on request.
import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { manualSandbox } from '../../testing/fake-sandbox.ts'
import { makeCaller, start } from '../../testing/run-setup.ts'
import { endLostRun } from '../lifecycle/recover-run.ts'
import { findRun } from '../rows/run-history.ts'
import { renewHeldLeases } from './lease-run.ts'

const db = database()

async function startHeldRun() {
  const { sandbox, isRunning, finish } = manualSandbox()
  const { ctx } = await makeCaller(sandbox)
  const started = await start(ctx)
  const { id } = started.run
  await expect.poll(() => isRunning(id)).toBe(true)
  return { ...started, id, finish: () => finish(id) }
}

test('a run that another process ended is aborted in the process that performs it, and stays as it was ended', async () => {
  const { id, ended } = await startHeldRun()
  await renewHeldLeases(db)
  const row = await findRun(db, id)

  await endLostRun({ db }, row!)
  await renewHeldLeases(db)

  // The job never ends by itself, so this resolves only if it was aborted.
  expect(await ended).toMatchObject({ id, state: 'failed', error: { code: 'INTERNAL_ERROR' } })
})

test('a run whose lease is renewed goes on', async () => {
  const { ended, finish } = await startHeldRun()

  await renewHeldLeases(db)
  await renewHeldLeases(db)
  finish()

  expect(await ended).toMatchObject({ state: 'succeeded' })
})
