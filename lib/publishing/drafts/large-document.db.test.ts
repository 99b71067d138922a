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
