// What a publisher sees of how much a SkillSet is used: how often, by how many, and nothing of whom.
import { expect, test } from 'vitest'
import { database } from '../db/client.ts'
import { runToEnd } from '../execution/start-run.ts'
import { contextFor, makeDraft, makePublishedVersion, makeUser } from '../testing/factories.ts'
import { returns, throws } from '../testing/pretend-sandbox.ts'
import { listMySkillSets } from './list-my-skill-sets.ts'

test('a publisher sees runs, success, organisations and installs, and nothing of whose they are', async () => {
  const version = await makePublishedVersion()
  const [one, two] = [await makeUser(), await makeUser()]
  const run = async (user: typeof one, sandbox = returns({ message: 'Hello.' })) =>
    runToEnd(await contextFor(user, { sandbox }), {
      skill: { name: version.skillName },
      args: { name: 'Ada' },
    })
  await run(one)
  await run(one, throws({ message: 'No.' }))
  await run(two)
  await database().install.create({
    data: {
      organisationId: one.organisation.id,
      skillSetId: version.skillSetId,
      versionId: version.id,
      installedById: one.id,
    },
  })

  const desk = await listMySkillSets(await contextFor(version.skillSet.publisher.owner))

  expect(desk.skillSets[0]?.usage).toMatchObject({ runs: 3, succeeded: 2, users: 2, installs: 1 })
  for (const secret of [one.id, one.name, one.organisation.id])
    expect(JSON.stringify(desk)).not.toContain(secret)
})

test('what was never published has no usage', async () => {
  const { publisher } = await makeDraft()

  expect((await listMySkillSets(await contextFor(publisher.owner))).skillSets).toMatchObject([
    { usage: null },
  ])
})
