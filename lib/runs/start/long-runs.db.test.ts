/** Runs of the lane `long`, until a worker takes them. */

import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { makePublishedVersion, makeSkillDocument, makeSkillSetDocument } from '../../testing/factories.ts'
import { makeCaller } from '../../testing/run-setup.ts'
import { startRun, waitBriefly, waitForConnection, waitUnlessLong } from './start-run.ts'

const LONG = makeSkillDocument({ limits: { lane: 'long' } })

test('a run of the long lane waits for a worker, and no channel waits for it', async () => {
  const { ctx } = await makeCaller()
  const { skillName } = await makePublishedVersion({ document: makeSkillSetDocument({ skills: [LONG] }) })

  const started = await startRun(ctx, { skill: { name: skillName }, args: { name: 'Ada' } })

  for (const wait of [waitBriefly, waitForConnection, waitUnlessLong])
    expect(await wait(started)).toMatchObject({ state: 'queued', isLong: true })
  const [workflow] = await database().$queryRaw<{ queue: string }[]>`
    SELECT "queue_name" AS "queue" FROM dbos."workflow_status" WHERE "workflow_uuid" = ${started.run.id}`
  expect(workflow?.queue).toBe('long-runs')
  expect(await database().run.findUnique({ where: { id: started.run.id } })).toMatchObject({
    lane: 'long',
    leaseUntil: null,
  })
})
