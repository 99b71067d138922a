// Tests which code is sent to the sandbox as trusted, and which as unreviewed.
import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { runToEnd } from './start-run.ts'

// biome-ignore format: table
const cases: [what: string, caller: 'stranger' | 'publisher', isApproved: boolean, isUnreviewed: boolean][] = [
  ['another publisher’s approved code',   'stranger',  true,  false],
  ['another publisher’s unapproved code', 'stranger',  false, true],
  ['own approved code',                   'publisher', true,  false],
  ['own unapproved code',                 'publisher', false, false],
]

test.each(cases)('%s is sent to the sandbox as such', async (_what, caller, isApproved, isUnreviewed) => {
  const { id, skillName, skillSet } = await makePublishedVersion()
  await database().version.update({ where: { id }, data: { reviewed: isApproved } })
  const user = caller === 'publisher' ? skillSet.publisher.owner : await makeUser()
  const sandbox = returns({ message: 'Hello.' })
  const ctx = await contextFor(user, { sandbox })

  await runToEnd(ctx, { skill: { name: skillName }, args: { name: 'Ada' } })

  expect(sandbox.jobs).toMatchObject([{ organisation: user.organisation.id, isApproved, isUnreviewed }])
})

test.each([
  ['is called as a run of its own by approved code', true, undefined],
  ['is imported in place by code that is not approved either', false, expect.stringContaining('def main')],
])('unapproved Python %s', async (_when, isApproved, module) => {
  const python = { runtime: 'python' as const, definition: 'def main(args):\n    return {"message": "hi"}' }
  const publisher = await makePublisher()
  const helper = await makePublishedVersion({
    publisher,
    document: makeSkillSetDocument({ visibility: 'PRIVATE', skills: [makeSkillDocument(python)] }),
  })
  await database().version.update({ where: { id: helper.id }, data: { reviewed: false } })
  const importer = await makePublishedVersion({
    publisher,
    document: makeSkillSetDocument({
      permissions: { skills: [helper.skillName] },
      skills: [makeSkillDocument(python)],
    }),
  })
  await database().version.update({ where: { id: importer.id }, data: { reviewed: isApproved } })
  const sandbox = returns({ message: 'Hello.' })
  const ctx = await contextFor(publisher.owner, { sandbox })

  await runToEnd(ctx, { skill: { name: importer.skillName }, args: { name: 'Ada' } })

  const [mounted] = sandbox.jobs[0]?.mounts?.skills ?? []
  expect(mounted).toMatchObject({ name: helper.skillName })
  expect(mounted?.module).toEqual(module)
})
