import { describe, expect, test } from 'vitest'
import type { Operation } from '../../kernel/json/json-patch.ts'
import { contextFor, makeDraft, makeSkillDocument, makeSkillSetDocument } from '../../testing/factories.ts'
import { changeDraftWithKey, readDraftWithKey } from './drafts-with-key.ts'

async function openDraft(...slugs: string[]) {
  const skills = slugs.map((slug) => makeSkillDocument({ slug, name: `Skill ${slug}` }))
  const { id, publisher } = await makeDraft({ document: makeSkillSetDocument({ skills }) })
  const ctx = await contextFor(publisher.owner)
  const { etag } = await readDraftWithKey(ctx, { draftId: id })
  const read = async () => (await readDraftWithKey(ctx, { draftId: id, pointer: '/skills' })).value
  const change = (patch: Operation[]) => changeDraftWithKey(ctx, { draftId: id, expectedEtag: etag, patch })
  return { read, change }
}

describe('a patch of a draft by a program', () => {
  test.each<[string, Operation]>([
    ['empties the list of skills', { op: 'replace', path: '/skills', value: [] }],
    ['removes the only skill', { op: 'remove', path: '/skills/0' }],
    ['replaces the only skill by another', { op: 'replace', path: '/skills', value: [{ slug: 'other' }] }],
  ])('a patch that %s is refused and changes nothing', async (_what, operation) => {
    const { read, change } = await openDraft('greet')
    const before = await read()

    await expect(change([operation])).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/skills' }] },
    })
    expect(await read()).toEqual(before)
  })

  test('a patch may remove one of several skills', async () => {
    const { read, change } = await openDraft('greet', 'part')

    await change([{ op: 'remove', path: '/skills/0' }])

    expect(await read()).toMatchObject([{ slug: 'part' }])
  })

  test('a patch may give the only skill another slug', async () => {
    const { read, change } = await openDraft('greet')

    await change([{ op: 'replace', path: '/skills/0/slug', value: 'welcome' }])

    expect(await read()).toMatchObject([{ slug: 'welcome' }])
  })
})
