// Workers that are killed while they start automations: every occurrence has exactly one run in the end.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { database } from '#lib/kernel/db/prisma-client.ts'
import { makeAutomation, makeDue } from '#lib/testing/automation-setup.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '#lib/testing/factories.ts'
import { setUpWorkers } from '#lib/testing/start-workers.ts'

const COUNT = process.env.GUILDHALL_LONG ? 80 : 4
const ORGANISATIONS = 4
const KILL_EVERY_MS = 700
const { startWorker, stopWorker } = setUpWorkers()

/** Creates automations, in several organisations, that are all due at `at`. */
async function makeDueAutomations(at: Date): Promise<string[]> {
  const skills = [makeSkillDocument()]
  const { skillName } = await makePublishedVersion({ document: makeSkillSetDocument({ skills }) })
  const users = await Promise.all(Array.from({ length: ORGANISATIONS }, () => makeUser()))
  const contexts = await Promise.all(users.map((user) => contextFor(user)))
  const ids: string[] = []
  for (let number = 0; number < COUNT; number++) {
    const ctx = contexts[number % ORGANISATIONS]!
    ids.push(await makeAutomation(ctx, { skill: skillName, input: { name: `Ada ${number}` } }))
  }
  for (const id of ids) await makeDue(id, at)
  return ids
}

test('each occurrence runs exactly once, however often workers are killed', async () => {
  // This occurrence is already due; the schedule's next time would be a separate occurrence.
  const at = new Date(Date.now() - 1_000)
  const automationIds = await makeDueAutomations(at)
  const runs = () => database().automationRun.findMany({ where: { automationId: { in: automationIds } } })
  const workers = [startWorker(), startWorker()]
  let kills = 0
  const isOver = async () => {
    const all = await runs()
    return all.length >= COUNT && all.every(({ endedAt }) => endedAt !== null)
  }
  while (!(await isOver())) {
    await sleep(KILL_EVERY_MS)
    const hasBegun = (await runs()).length > 0
    if (!hasBegun || (kills >= 1 && !process.env.GUILDHALL_LONG)) continue
    await stopWorker(workers[kills % 2]!, 'SIGKILL')
    workers[kills % 2] = startWorker()
    kills += 1
  }

  const ended = await runs()
  expect(ended.map(({ automationId }) => automationId).sort()).toEqual([...automationIds].sort())
  expect(new Set(ended.map(({ key }) => key))).toEqual(new Set([at.toISOString()]))
  const rows = await database().run.findMany({ where: { id: { in: ended.map(({ runId }) => runId ?? '') } } })
  // A run whose worker died in the middle of it failed; it was not started a second time.
  expect(rows).toHaveLength(COUNT)
  const names = rows.map(({ input }) => JSON.stringify(input))
  const all = await database().run.findMany({ where: { skillName: rows[0]!.skillName } })
  expect(all).toHaveLength(COUNT)
  expect(new Set(names).size).toBe(COUNT)
})
