import { describe, expect, test } from 'vitest'
import { makeSkillSetDocument, visitor } from '../../testing/factories.ts'
import { setUpOwnDraft } from '../../testing/setup/catalog/own-draft.ts'
import { exportDocument } from './export-draft.ts'
import { importDocument } from './import-document.ts'
import { saveDraft } from './save-draft.ts'

describe('JSON in and out', () => {
  test('a round trip changes nothing, not even the order of properties', async () => {
    const { ctx, skillSetId } = await setUpOwnDraft()
    const { slug, skills, ...rest } = makeSkillSetDocument()
    const shuffled = { skills: skills.map(({ prompt, ...skill }) => ({ prompt, ...skill })), ...rest, slug }
    const text = `${JSON.stringify(shuffled, null, 2)}\n`

    const { document: imported, notices } = await importDocument(ctx, text)
    expect(notices).toEqual([])
    await saveDraft(ctx, { skillSetId, document: JSON.parse(JSON.stringify(imported)), revision: 1 })
    const exported = await exportDocument(ctx, skillSetId)

    expect(exported.text).toBe(text)
    expect(exported.fileName).toBe(`${shuffled.slug}.skillset.json`)
  })

  test('an error in the text is reported with its line', async () => {
    const { ctx } = await setUpOwnDraft()

    await expect(importDocument(ctx, '{\n  "slug": "a",\n  "name" "b"\n}')).rejects.toThrow(
      /^Line 3, column 10: /,
    )
    const colour = '{\n  "slug": "a",\n  "skills": [],\n  "colour": 1\n}'
    await expect(importDocument(ctx, colour)).rejects.toThrow(
      'Line 4, column 3: unknown key "colour". Remove the key, or correct its spelling.',
    )
  })

  test('JavaScript object text of one skill is imported with a notice', async () => {
    const { ctx } = await setUpOwnDraft()
    const { document, notices } = await importDocument(
      ctx,
      "{ slug: 'greet', prompt: 'Hi', definition: `x`, }",
    )

    expect(document).toMatchObject({ slug: 'greet', skills: [{ prompt: 'Hi', definition: 'x' }] })
    expect(notices).toHaveLength(2)
  })

  test('a visitor imports nothing', async () => {
    await expect(importDocument(visitor(), '{}')).rejects.toThrow(/sign in/i)
  })
})
