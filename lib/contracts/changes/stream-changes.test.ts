import { expect, test } from 'vitest'
import type { JsonSchema } from '../../kernel/json/json.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../../testing/factories.ts'
import { contractDocument, contractHash } from '../document/contract-document.ts'
import { changesBetween } from './changes.ts'

const emitting = (stream?: JsonSchema) =>
  makeSkillSetDocument({ skills: [makeSkillDocument({ slug: 'crawl', ...(stream && { stream }) })] })
const part = (properties: JsonSchema): JsonSchema => ({
  type: 'object',
  properties,
  required: [],
  additionalProperties: false,
})
const NONE = emitting()
const PAGES = emitting(part({ page: { type: 'string' } }))
const ofStream = (before: typeof NONE, after: typeof NONE) =>
  changesBetween(before, after).changes.filter(({ pointer }) => pointer.includes('/stream'))

test('declaring a stream is a minor change, and removing it a breaking one', () => {
  expect(ofStream(NONE, PAGES)).toMatchObject([{ bump: 'minor', breaking: false }])
  expect(ofStream(PAGES, NONE)).toMatchObject([{ bump: 'major', breaking: true }])
})

test('the schema of parts is compared as an output', () => {
  const wider = emitting(part({ page: { type: ['string', 'integer'] } }))

  expect(ofStream(PAGES, wider)).toMatchObject([{ bump: 'major', breaking: true, direction: 'output' }])
  expect(ofStream(wider, PAGES)).toMatchObject([{ bump: 'patch', breaking: false }])
})

test('the contract hash of a skill without a stream is as before, and changes with the stream', () => {
  const hashOf = (document: typeof NONE) => contractHash(contractDocument(document, document.skills[0]!))

  expect(hashOf(PAGES)).not.toBe(hashOf(NONE))
  expect(contractDocument(NONE, NONE.skills[0]!)).not.toHaveProperty('stream')
  expect(contractDocument(PAGES, PAGES.skills[0]!)).toMatchObject({
    stream: { $ref: '#/definitions/Part' },
    definitions: { Part: { properties: { page: { type: 'string' } } } },
  })
})
