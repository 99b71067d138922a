// Saving and checking a draft with the largest allowed contract must not block other requests.
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import {
  contextFor,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
} from '../../testing/factories.ts'
import { longestBlockingMs, MAX_BLOCKING_MS } from '../../testing/measure-blocking-work.ts'
import { getChecklist } from './check-draft.ts'
import { getDraft } from './get-draft.ts'
import { saveAndInspect } from './save-draft.ts'

function largeDocument(version: string, change: number) {
  const properties = Object.fromEntries(
    Array.from({ length: 4_000 }, (_, at): [string, JsonObject] => [
      `field_${at}`,
      { type: 'integer', description: `Number ${at}.`, maximum: at + change },
    ]),
  )
  const parameters: JsonObject = { type: 'object', properties, additionalProperties: false }
  return makeSkillSetDocument({ version, skills: [makeSkillDocument({ parameters, examples: [] })] })
}

test('saving, opening and checking it leave the process free', async () => {
  const publisher = await makePublisher()
  const ctx = await contextFor(publisher.owner)
  const before = largeDocument('1.0.0', 0)
  const { skillSet } = await makePublishedVersion({ publisher, document: before })
  const document = { ...largeDocument('2.0.0', 1), slug: skillSet.slug } as unknown as Json
  const { draft } = await getDraft(ctx, skillSet.id)
  const request = { skillSetId: skillSet.id, document, revision: draft!.revision }

  const saving = await longestBlockingMs(() => saveAndInspect(ctx, request))
  const opening = await longestBlockingMs(() => getDraft(ctx, skillSet.id))
  const checking = await longestBlockingMs(() => getChecklist(ctx, skillSet.id))

  expect(Math.max(saving, opening, checking), `${saving} ${opening} ${checking}`).toBeLessThan(
    MAX_BLOCKING_MS,
  )
})

test.each([
  ['skills', { skills: Array(101).fill({}) }, '/skills'],
  ['settings', { configDefinitions: Array(101).fill({}) }, '/configDefinitions'],
  ['files of a skill', { skills: [{ resources: Array(501).fill({}) }] }, '/skills/0/resources'],
  ['examples of a skill', { skills: [{ examples: Array(51).fill({}) }] }, '/skills/0/examples'],
])(
  'a draft with more %s than a SkillSet may have, which its page would draw, is not saved',
  async (_, more, path) => {
    const { owner, ...publisher } = await makePublisher()
    const ctx = await contextFor(owner)
    const { skillSet } = await makePublishedVersion({ publisher: { owner, ...publisher } })
    const { draft } = await getDraft(ctx, skillSet.id)
    const document = { ...(draft!.document as JsonObject), ...more } as Json

    await expect(
      saveAndInspect(ctx, { skillSetId: skillSet.id, document, revision: draft!.revision }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT', options: { issues: [{ path, keyword: 'maxItems' }] } })
  },
)
