import { expect, test } from 'vitest'
import { database } from '../db/core/prisma-client.ts'
import { measureVersions } from '../db/runs/evidence.ts'
import { listEarningsDays } from '../db/runs/skill-days.ts'
import { approve } from '../review/decide/decide-submission.ts'
import { listRecordedExamples } from '../runs/views/list-recorded-examples.ts'
import { contextFor, freshName, makeAdmin, makeDraft } from '../testing/factories.ts'
import { ownerContext, submitForReview } from '../testing/setup/catalog/submit-draft.ts'
import { renameSlug } from './rename.ts'

test('a renamed SkillSet keeps the recorded outputs of its examples', async () => {
  const skillSet = await makeDraft()
  const { submissionId, versionId } = await submitForReview(skillSet)
  await approve(await contextFor(await makeAdmin()), { submissionId, reason: '' })
  const owner = await ownerContext(skillSet)
  const slug = await renameSlug(owner, { skillSetId: skillSet.id, slug: freshName('set') })

  const skill = skillSet.document.skills[0]!
  const name = `${skillSet.publisher.handle}.${slug}.${skill.slug}`
  const recorded = await listRecordedExamples(owner, { name, version: { id: versionId }, skill })

  expect(recorded).toMatchObject([{ ran: { durationMs: expect.any(Number) } }])
})

test('earnings and versions of a skill can be read under several names', async () => {
  expect(await listEarningsDays(database(), 'no organisation', 30)).toEqual([])
  expect(await measureVersions(database(), ['a.b.c', 'a.d.c'], 30)).toEqual([])
})
