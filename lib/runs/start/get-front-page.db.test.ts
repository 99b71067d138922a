import { expect, test } from 'vitest'
import { listPublicSkills } from '../../catalog/list-public-skills.ts'
import { refreshCatalogEntries } from '../../catalog/refresh-catalog-entries.ts'
import type { SkillDocument } from '../../contracts/document/skillset-document.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  visitor,
} from '../../testing/factories.ts'
import { readFrontPage } from './get-front-page.ts'

const db = database()
const EXAMPLE = { title: 'Ada', input: { name: 'Ada' }, output: { message: 'Hello, Ada.' } }

/** Lists a skill that is more popular than those of all other tests. */
async function listPopular(skill: Partial<SkillDocument>, customerDays30d: number): Promise<string> {
  const document = makeSkillSetDocument({
    skills: [makeSkillDocument({ examples: [EXAMPLE], ...skill })],
    permissions: {},
  })
  const { skillSetId, skillName } = await makePublishedVersion({ document })
  await db.$transaction((tx) => refreshCatalogEntries(tx, skillSetId))
  await db.catalogEntry.update({ where: { name: skillName }, data: { customerDays30d } })
  return skillName
}

test('the front page shows the most popular skill that visitors can run, with its recorded outputs', async () => {
  await listPopular({ sideEffects: ['Sends a mail'] }, 900_002)
  await listPopular({ examples: [] }, 900_001)
  const skillName = await listPopular({}, 900_000)

  const { featured, newest, figures } = await readFrontPage(visitor())

  expect(featured?.page.name).toBe(skillName)
  expect(featured?.examples).toMatchObject([EXAMPLE])
  expect(newest.length).toBeGreaterThan(0)
  expect(figures.skills).toBeGreaterThanOrEqual(3)
  expect(figures.publishers).toBeGreaterThan(0)
})

test('the list of public skills has no private one', async () => {
  const listed = await listPopular({}, 0)
  const { skillName: hidden } = await makePublishedVersion({
    document: makeSkillSetDocument({ visibility: 'PRIVATE' }),
  })

  const names = (await listPublicSkills(visitor())).map(({ name }) => name)

  expect(names).toContain(listed)
  expect(names).not.toContain(hidden)
})
