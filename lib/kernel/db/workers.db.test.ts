import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { database } from './prisma-client.ts'
import { enqueueWorkflow, listDeadOwners, recordHeartbeat } from './workers.ts'

const db = database()
const prefix = `dead-owners-${randomUUID()}`
const DEAD_AFTER_MS = 5_000

afterEach(async () => {
  await db.$executeRaw`DELETE FROM dbos.workflow_status WHERE starts_with(workflow_uuid, ${prefix})`
  await db.worker.deleteMany({ where: { id: { startsWith: prefix } } })
})

/** Work that the engine has given to a worker. */
async function startWork(owner: string, count = 1): Promise<void> {
  for (let index = 0; index < count; index++) {
    const id = `${prefix}-${owner}-${index}`
    await enqueueWorkflow(db, { name: 'notices', id, input: {}, partition: id })
    await db.$executeRaw`
      UPDATE dbos.workflow_status SET status = 'PENDING', executor_id = ${`${prefix}-${owner}`} WHERE workflow_uuid = ${id}`
  }
}

const ownDead = async () =>
  (await listDeadOwners(db, DEAD_AFTER_MS))
    .filter((id) => id.startsWith(prefix))
    .map((id) => id.slice(prefix.length + 1))

test('only workers that have work in progress and no heartbeat are dead owners, each once', async () => {
  for (const id of ['live', 'silent', 'idle'])
    await recordHeartbeat(db, { id: `${prefix}-${id}`, host: 'here' })
  for (const id of ['silent', 'idle'])
    await db.worker.update({
      where: { id: `${prefix}-${id}` },
      data: { heartbeatAt: new Date(Date.now() - 60_000) },
    })
  await startWork('live', 3)
  await startWork('silent', 3)
  await startWork('stopped')

  expect((await ownDead()).sort()).toEqual(['silent', 'stopped'])
})

test('work that waits in a queue, or has ended, has no dead owner', async () => {
  await startWork('stopped', 2)
  const change = (index: number, status: string) =>
    db.$executeRaw`
      UPDATE dbos.workflow_status SET status = ${status} WHERE workflow_uuid = ${`${prefix}-stopped-${index}`}`
  await change(0, 'ENQUEUED')
  await change(1, 'SUCCESS')

  expect(await ownDead()).toEqual([])
})
