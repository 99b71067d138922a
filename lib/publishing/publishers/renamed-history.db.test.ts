import { expect, test } from 'vitest'
import { getPublisherPage } from '../../catalog/get-publisher-page.ts'
import { EVERYTHING } from '../../catalog/model/catalog-query.ts'
import { searchCatalog } from '../../catalog/search-catalog.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { quoteRun } from '../../runs/prepare/quote-run.ts'
import { findEvidence, measureVersions, refreshEvidence } from '../../runs/rows/evidence.ts'
import { listEarningsDays } from '../../runs/rows/skill-days.ts'
import { listRecordedExamples } from '../../runs/start/get-quick-execute.ts'
import { runToEnd, startRun } from '../../runs/start/start-run.ts'
import {
  contextFor,
  freshName,
  makeAdmin,
  makeDraft,
  makePublishedVersion,
  makeUser,
} from '../../testing/factories.ts'
import { manualSandbox, returns } from '../../testing/fake-sandbox.ts'
import { ownerContext, submitForReview } from '../../testing/setup/catalog/submit-draft.ts'
import { approve } from '../review/decide/decide-submission.ts'
import { listNamesOfSkill } from '../rows/former-names.ts'
import { renameSlug } from './rename.ts'

const db = database()

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

test('a renamed skill keeps its typical durations, on its page, in the catalogue and in its versions', async () => {
  const version = await makePublishedVersion()
  const { skillSet, skillName: formerName } = version
  for (const user of [await makeUser(), await makeUser(), await makeUser()]) {
    const ctx = await contextFor(user, { sandbox: returns({ message: 'Hello.' }) })
    const { id } = await runToEnd(ctx, { skill: { name: formerName }, args: { name: 'Ada' } })
    await db.run.update({ where: { id }, data: { durationMs: 1_112 } })
  }
  const owner = await ownerContext(skillSet)
  const slug = await renameSlug(owner, { skillSetId: skillSet.id, slug: freshName('set') })
  const name = `${skillSet.publisher.handle}.${slug}.${skillSet.document.skills[0]!.slug}`
  await refreshEvidence(db, name)

  const [entry, quote] = await Promise.all([
    db.catalogEntry.findUniqueOrThrow({ where: { name } }),
    quoteRun(await contextFor(await makeUser()), { name, skill: skillSet.document.skills[0]! }),
  ])
  expect(entry).toMatchObject({ runs30d: 3, p50Ms: 1_100 })
  expect(quote.durationMs).toEqual({ p50: 1_100, p95: 1_100 })
  expect(await measureVersions(db, await listNamesOfSkill(db, name), 30)).toMatchObject([
    { versionNumber: '1.0.0', runs: 3, p50Ms: 1_100 },
  ])
})

test('a run that ends after its SkillSet was renamed counts under the new name', async () => {
  const { skillSet, skillName: formerName } = await makePublishedVersion()
  const { sandbox, isRunning, finish } = manualSandbox()
  const ctx = await contextFor(await makeUser(), { sandbox })
  const { run, ended } = await startRun(ctx, { skill: { name: formerName }, args: { name: 'Ada' } })
  await expect.poll(() => isRunning(run.id)).toBe(true)
  const owner = await ownerContext(skillSet)
  const slug = await renameSlug(owner, { skillSetId: skillSet.id, slug: freshName('set') })
  finish(run.id)
  expect(await ended).toMatchObject({ state: 'succeeded' })

  const name = `${skillSet.publisher.handle}.${slug}.${skillSet.document.skills[0]!.slug}`
  expect((await findEvidence(db, [name])).get(name)).toMatchObject({ runs: 1, succeeded: 1 })
  expect(await findEvidence(db, [formerName])).toEqual(new Map())
})

test('an automatic logo is derived from the SkillSet’s id, so that a rename does not change it', async () => {
  const { skillSet } = await makePublishedVersion()
  const owner = await ownerContext(skillSet)
  const slug = await renameSlug(owner, { skillSetId: skillSet.id, slug: freshName('set') })
  const name = `${skillSet.publisher.handle}.${slug}.${skillSet.document.skills[0]!.slug}`

  const { cards } = await searchCatalog(owner, { ...EVERYTHING, q: name })

  expect(cards.find((card) => card.name === name)).toMatchObject({ skillSetId: skillSet.id, logo: null })
  const page = await getPublisherPage(owner, skillSet.publisher.handle)
  expect(page.skillSets).toMatchObject([{ id: skillSet.id, slug }])
})

test('an organisation without runs has no earnings', async () => {
  expect(await listEarningsDays(db, 'no organisation', 30)).toEqual([])
})
