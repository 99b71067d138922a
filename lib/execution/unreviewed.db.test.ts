// Whose code the box is told to distrust.
import { expect, test } from 'vitest'
import { database } from '../db/client.ts'
import { contextFor, makePublishedVersion, makeUser } from '../testing/factories.ts'
import { returns } from '../testing/pretend-sandbox.ts'
import { runToEnd } from './start-run.ts'

const cases: [who: string, caller: 'stranger' | 'publisher', reviewed: boolean, isUnreviewed: boolean][] = [
  ['a stranger’s reviewed code', 'stranger', true, false],
  ['a stranger’s code that nobody has reviewed', 'stranger', false, true],
  ['an organisation’s own code, reviewed or not', 'publisher', false, false],
]

test.each(cases)('%s is told as such', async (_who, caller, reviewed, isUnreviewed) => {
  const { id, skillName, skillSet } = await makePublishedVersion()
  await database().version.update({ where: { id }, data: { reviewed } })
  const user = caller === 'publisher' ? skillSet.publisher.owner : await makeUser()
  const sandbox = returns({ message: 'Hello.' })
  const ctx = await contextFor(user, { sandbox })

  await runToEnd(ctx, { skill: { name: skillName }, args: { name: 'Ada' } })

  expect(sandbox.jobs).toMatchObject([{ organisation: user.organisation.id, isUnreviewed }])
})
