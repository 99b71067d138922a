import { describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { exportSkillFolder } from '../../protocols/skills-protocol/open-skill.ts'
import { deleteDraft, deleteSkillSet, startNewVersion } from '../../publishing/drafts/draft-lifecycle.ts'
import { exportDraftFolder } from '../../publishing/drafts/export-draft.ts'
import { freshName } from '../../testing/factories.ts'
import {
  countContents,
  hashOf,
  KILOBYTE,
  noise,
  refusalWithIssues,
  setUpSkillFiles,
  withResources,
} from '../../testing/setup/storage/skill-files.ts'
import { sweepBlobs } from '../blobs.ts'
import { sweepSkillFiles } from './store-skill-files.ts'

const { importFiles, draftOf, save, publish, owner } = setUpSkillFiles()

const db = database()
const MONTH_MS = 31 * 86_400_000

describe('the sweep', () => {
  const later = () => new Date(Date.now() + MONTH_MS)
  async function sweep(now = later()) {
    await sweepSkillFiles({ db }, now)
    await sweepBlobs({ db })
  }

  test('the sweep deletes skill files that no draft names any more, after a month in which they can come back', async () => {
    const [gone, present] = [noise(70 * KILOBYTE, freshName()), noise(70 * KILOBYTE, freshName())]
    const { skillSetId } = await importFiles({ 'gone.bin': gone, 'present.bin': present })
    const before = (await draftOf(skillSetId)).document
    const [, second] = before.skills[0]!.resources!
    const less = withResources(before, [second!])

    await save(skillSetId, less)
    await sweep(new Date())
    await expect(save(skillSetId, before)).resolves.toBeDefined()
    await save(skillSetId, less)
    await sweep()

    expect(await countContents([hashOf(gone)])).toBe(0)
    expect(await countContents([hashOf(present)])).toBe(1)
    expect(await refusalWithIssues(save(skillSetId, before))).toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('the sweep keeps skill files that only the draft from before a program’s change names', async () => {
    const image = noise(70 * KILOBYTE, freshName())
    const { skillSetId } = await importFiles({ 'a.png': image })
    const { document } = await draftOf(skillSetId)
    await save(skillSetId, withResources(document, []))
    await db.draft.update({ where: { skillSetId }, data: { beforeProgram: document as object } })

    await sweep()

    expect(await countContents([hashOf(image)])).toBe(1)
  })

  test('the sweep keeps skill files that a version names, after its draft named others or was deleted', async () => {
    const image = noise(70 * KILOBYTE, freshName())
    const { skillSetId, name } = await importFiles({ 'a.png': image })
    await publish(skillSetId)
    const { document } = await draftOf(skillSetId)
    const { revision } = await save(skillSetId, withResources(document, []))
    await sweep()
    await deleteDraft(await owner(), { skillSetId, revision })
    await sweep()
    await startNewVersion(await owner(), skillSetId)
    await sweep()

    const { files } = await exportSkillFolder(await owner(), { name })
    expect(files.find(({ path }) => path === 'a.png')?.bytes).toEqual(image)
  })

  test('the sweep keeps bytes that another SkillSet stores too, and deletes those of a deleted SkillSet', async () => {
    const [shared, own] = [noise(70 * KILOBYTE, freshName()), noise(70 * KILOBYTE, freshName())]
    const first = await importFiles({ 'shared.bin': shared, 'own.bin': own })
    const second = await importFiles({ 'shared.bin': shared })

    await deleteSkillSet(await owner(), first.skillSetId)
    await sweep(new Date())

    expect(await countContents([hashOf(own)])).toBe(0)
    const folder = await exportDraftFolder(await owner(), {
      skillSetId: second.skillSetId,
      skill: second.slug,
    })
    expect(folder.files.find(({ path }) => path === 'shared.bin')?.bytes).toEqual(shared)
  })
})
