import { describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import { createSkillSet } from '../../publishing/drafts/draft-lifecycle.ts'
import { importDocument, importDocumentInto } from '../../publishing/drafts/import-document.ts'
import { importFolder } from '../../publishing/drafts/import-folder.ts'
import { submitDraft } from '../../publishing/review/submit/submit-draft.ts'
import { contextFor, freshName, makePublisher } from '../../testing/factories.ts'
import {
  hashOf,
  KILOBYTE,
  noise,
  refusalWithIssues,
  setUpSkillFiles,
  withResources,
  zipOf,
} from '../../testing/setup/storage/skill-files.ts'

const fixture = setUpSkillFiles()
const { importFiles, draftOf, owner, save } = fixture

const db = database()

describe('a file that the SkillSet does not store', () => {
  const secret = noise(80 * KILOBYTE, 'secret')
  const UNKNOWN = { code: 'INVALID_INPUT', issues: ['/skills/0/resources/0/sha256 skillFile'] }
  const naming = (sha256: string) => [{ path: 'x', kind: 'x', sha256, sizeBytes: secret.length }]

  test.each(['of another SkillSet', 'unknown'])(
    'a file that is %s is refused at each channel',
    async (of) => {
      if (of === 'of another SkillSet') {
        const other = await makePublisher()
        const content = zipOf({ 'secret.bin': secret })
        await importFolder(await contextFor(other.owner), { content })
      }
      const { skillSetId } = await importFiles({ 'own.bin': noise(70 * KILOBYTE, 'own') })
      const { document } = await draftOf(skillSetId)
      const foreign = withResources(document, naming(of === 'unknown' ? 'f'.repeat(64) : hashOf(secret)))
      const ctx = await owner()

      expect(await refusalWithIssues(save(skillSetId, foreign))).toEqual(UNKNOWN)
      const text = JSON.stringify(foreign)
      expect(await refusalWithIssues(importDocumentInto(ctx, { skillSetId, text }))).toEqual(UNKNOWN)
      const fresh = { ...(await importDocument(ctx, text)).document, slug: freshName('set') }
      expect(
        await refusalWithIssues(createSkillSet(ctx, { handle: fixture.publisher.handle, document: fresh })),
      ).toEqual(UNKNOWN)
      expect((await draftOf(skillSetId)).document).toEqual(document)

      // Writing the draft directly bypasses its checks, so that submitting has to find the problem.
      const complete = {
        ...foreign,
        changelog: 'x',
        categories: ['text'],
        description: 'Files for a test, here.',
      }
      await db.draft.update({
        where: { skillSetId },
        data: { document: complete as unknown as Json & object },
      })
      expect(await refusalWithIssues(submitDraft(ctx, { skillSetId }))).toEqual(UNKNOWN)
    },
  )

  test('a file with the right hash and another size is refused', async () => {
    const own = noise(70 * KILOBYTE, 'own')
    const { skillSetId } = await importFiles({ 'own.bin': own })
    const { document } = await draftOf(skillSetId)
    const wrong = { path: 'x', kind: 'x', sha256: hashOf(own), sizeBytes: 1 }

    expect(await refusalWithIssues(save(skillSetId, withResources(document, [wrong])))).toEqual({
      code: 'INVALID_INPUT',
      issues: ['/skills/0/resources/0/sizeBytes skillFile'],
    })
  })
})
