import { describe, expect, test, vi } from 'vitest'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { createSkillSet } from '../../publishing/drafts/draft-lifecycle.ts'
import { exportDocument } from '../../publishing/drafts/export-draft.ts'
import { importDocument } from '../../publishing/drafts/import-document.ts'
import { freshName, makeSkillSetDocument } from '../../testing/factories.ts'
import {
  countContents,
  type FilesByPath,
  hashOf,
  KILOBYTE,
  noise,
  setUpSkillFiles,
} from '../../testing/setup/storage/skill-files.ts'

const fixture = setUpSkillFiles()
const { importFiles, draftOf, save, submit, owner } = fixture

const db = database()

test('a full quota refuses the import, and neither the draft nor stored files change', async () => {
  const { skillSetId, slug } = await importFiles({ 'a.bin': noise(200 * KILOBYTE, 'a') })
  const before = await draftOf(skillSetId)
  const unsealed = () => db.blobContent.count({ where: { sha256: null } })
  const unsealedBefore = await unsealed()
  const more = noise(200 * KILOBYTE, freshName())
  vi.stubEnv('GUILDHALL_SKILL_FILE_QUOTA_MB', '0.3')

  const into = importFiles({ 'b.bin': more }, slug)
  await expect(into).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
    options: { href: '/settings/storage' },
  })
  await expect(importFiles({ 'b.bin': more })).rejects.toMatchObject({ code: 'LIMIT_REACHED' })

  expect(await draftOf(skillSetId)).toEqual(before)
  expect(await countContents([hashOf(more)])).toBe(0)
  expect(await unsealed()).toBe(unsealedBefore)
  expect(await db.skillSet.count({ where: { publisherId: fixture.publisher.id } })).toBe(1)
})

test('drafts and versions count towards the quota, and a draft that shrinks is saved above it', async () => {
  const { skillSetId } = await importFiles({})
  const draft = await draftOf(skillSetId)
  const withText = (characters: number): SkillSetDocument => ({
    ...draft.document,
    // The text is random so that the database cannot compress it.
    readme: noise(characters, 'text').toString('base64'),
  })
  await save(skillSetId, withText(300 * KILOBYTE))
  vi.stubEnv('GUILDHALL_SKILL_FILE_QUOTA_MB', '0.3')
  const full = { code: 'LIMIT_REACHED', options: { href: '/settings/storage' } }

  await expect(save(skillSetId, withText(400 * KILOBYTE))).rejects.toMatchObject(full)
  await expect(importFiles({})).rejects.toMatchObject(full)
  await expect(submit(skillSetId)).rejects.toMatchObject(full)
  await save(skillSetId, withText(250 * KILOBYTE))
  await save(skillSetId, withText(KILOBYTE))
  await expect(importFiles({})).resolves.toBeDefined()
})

test('two imports of the same files at once store them once each', async () => {
  const files: FilesByPath = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`${at}.bin`, noise(70 * KILOBYTE, `same ${at}`)]),
  )

  const made = await Promise.all(Array.from({ length: 4 }, () => importFiles(files)))

  const hashes = Object.values(files).map((content) => hashOf(content as Buffer))
  expect(await countContents(hashes)).toBe(12)
  for (const { skillSetId } of made)
    expect(await db.skillFile.count({ where: { skillSetId, sha256: { in: hashes } } })).toBe(12)
})

describe('a draft as JSON', () => {
  test('a draft exported as JSON has its large files in it, and can be imported into another SkillSet', async () => {
    const image = noise(200 * KILOBYTE, 'image')
    const { skillSetId } = await importFiles({ 'a.png': image })

    const { text } = await exportDocument(await owner(), skillSetId)

    const document = { ...(await importDocument(await owner(), text)).document, slug: freshName('set') }
    expect(document.skills[0]?.resources).toMatchObject([{ base64: image.toString('base64') }])
    const handle = fixture.publisher.handle
    await expect(createSkillSet(await owner(), { handle, document })).resolves.toBeDefined()
  })

  test('exporting a draft as JSON is refused if its files are too large, and names the zip archives', async () => {
    const { skillSetId } = await importFiles({ 'a.bin': noise(3_000 * KILOBYTE, 'a') })

    await expect(exportDocument(await owner(), skillSetId)).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      options: { suggestedAction: expect.stringContaining(`/api/drafts/${skillSetId}?skill=`) },
    })
  })
})

test('a draft of any shape can be saved, as long as it names no file', async () => {
  const { skillSetId } = await importFiles({ 'notes.md': 'x' })
  const { slug } = makeSkillSetDocument()

  for (const document of [{ slug, skills: 'none' }, { skills: [{ resources: [null, { sha256: 5 }] }] }])
    await expect(save(skillSetId, document as unknown as SkillSetDocument)).resolves.toBeDefined()
})
