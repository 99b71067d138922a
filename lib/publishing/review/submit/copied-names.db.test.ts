import { expect, test } from 'vitest'
import { refreshCatalogEntries } from '../../../catalog/refresh-catalog-entries.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import {
  contextFor,
  freshName,
  makeAdmin,
  makeDraft,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
} from '../../../testing/factories.ts'
import { ownerContext, submitForReview } from '../../../testing/setup/catalog/submit-draft.ts'
import { getChecklist } from '../../drafts/check-draft.ts'
import { getSubmission } from '../read/get-submission.ts'

const db = database()

type Wanted = { customerDays: number; verifiedAt?: Date }

/** A public SkillSet in the catalogue, with one skill. */
async function publish({ customerDays, verifiedAt }: Wanted) {
  const publisher = await makePublisher({ verifiedAt })
  const word = freshName('ledger').replaceAll(/[^a-z]/g, 'q')
  const document = makeSkillSetDocument({
    slug: `${word}_tools`,
    name: `${word} tools`,
    skills: [makeSkillDocument({ slug: `${word}_compare`, name: `Compare ${word} texts` })],
  })
  const { skillSetId } = await makePublishedVersion({ publisher, document })
  await db.$transaction((tx) => refreshCatalogEntries(tx, skillSetId))
  await db.catalogEntry.updateMany({ where: { skillSetId }, data: { customerDays30d: customerDays } })
  return { publisher, document }
}

/** As an imitator writes it: with a Cyrillic “о” and other slugs. */
function imitationOf({ document }: Awaited<ReturnType<typeof publish>>, more = {}) {
  const skills = document.skills.map((skill) => ({ ...skill, slug: freshName('own') }))
  const name = document.name.replace('tools', 'to\u043els')
  return makeSkillSetDocument({ slug: freshName('own'), name, skills, ...more })
}

async function checklistAdvice(skillSet: Awaited<ReturnType<typeof makeDraft>>): Promise<string[]> {
  const { lines } = await getChecklist(await ownerContext(skillSet), skillSet.id)
  return lines.find(({ id }) => id === 'slugs')?.advice ?? []
}

test('a submission with the names of a popular SkillSet tells its publisher and the reviewer', async () => {
  const popular = await publish({ customerDays: 40 })
  const { publisher, document } = popular
  const skillSet = await makeDraft({ document: imitationOf(popular) })

  expect(await checklistAdvice(skillSet)).toEqual([
    expect.stringContaining(`looks like that of “${document.name}” (${publisher.handle}.${document.slug}).`),
    expect.stringContaining(`looks like that of “${document.skills[0]?.name}”`),
  ])
  const { submissionId } = await submitForReview(skillSet)
  const { hints } = await getSubmission(await contextFor(await makeAdmin()), submissionId)
  expect(hints.filter(({ sentence }) => sentence.includes('looks like that of'))).toMatchObject([
    { section: 'words' },
    { section: 'words' },
  ])
})

test('the names of a verified publisher’s skills are known before anyone uses them', async () => {
  const verified = await publish({ customerDays: 0, verifiedAt: new Date() })

  expect(await checklistAdvice(await makeDraft({ document: imitationOf(verified) }))).toHaveLength(2)
})

test('a slug that spells the name of a popular SkillSet is found, too', async () => {
  const { document } = await publish({ customerDays: 40 })
  const own = makeSkillDocument({ slug: freshName('own'), name: freshName('Own') })
  const skillSet = await makeDraft({
    // Other tests publish SkillSets with the names that a document has otherwise.
    document: makeSkillSetDocument({ slug: document.slug, name: freshName('Own'), skills: [own] }),
  })

  expect(await checklistAdvice(skillSet)).toEqual([expect.stringContaining(`(${document.slug})`)])
})

test.each<[string, Wanted, object]>([
  ['a submission with the name of a skill that hardly anyone uses', { customerDays: 1 }, {}],
  ['a private SkillSet with the name of a popular one', { customerDays: 40 }, { visibility: 'PRIVATE' }],
])('%s gets no hint about its name', async (_, wanted, more) => {
  const skillSet = await makeDraft({ document: imitationOf(await publish(wanted), more) })

  expect(await checklistAdvice(skillSet)).toEqual([])
})

test('a publisher may use the names of its own popular skills', async () => {
  const popular = await publish({ customerDays: 40 })
  const skillSet = await makeDraft({ publisher: popular.publisher, document: imitationOf(popular) })

  expect(await checklistAdvice(skillSet)).toEqual([])
})
