// A publisher sees how often and by how many a SkillSet is used, but not by whom.
import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { runToEnd } from '../../runs/start/start-run.ts'
import { contextFor, makeDraft, makePublishedVersion, makeUser } from '../../testing/factories.ts'
import { returns, throws } from '../../testing/fake-sandbox.ts'
import { listMySkillSets } from './list-my-skill-sets.ts'

test('a publisher sees runs, success, organisations and installs, but no names', async () => {
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

  const overview = await listMySkillSets(await contextFor(version.skillSet.publisher.owner))

  expect(overview.skillSets[0]?.usage).toMatchObject({ runs: 3, succeeded: 2, users: 2, installs: 1 })
  for (const secret of [one.id, one.name, one.organisation.id])
    expect(JSON.stringify(overview)).not.toContain(secret)
})

test('an unpublished SkillSet has no usage', async () => {
  const { publisher } = await makeDraft()

  expect((await listMySkillSets(await contextFor(publisher.owner))).skillSets).toMatchObject([
    { usage: null },
  ])
})
