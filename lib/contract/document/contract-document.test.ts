import { describe, expect, test } from 'vitest'
import type { Json, JsonSchema } from '../json/json.ts'
import { compile } from '../schema/compile.ts'
import { contractDocument } from './contract-document.ts'
import { contractHash } from './contract-hash.ts'
import { emptyDocument, emptySkill } from './empty-document.ts'
import type { SkillDocument } from './skillset-document.ts'

const contractOf = (skill: Partial<SkillDocument>, version = '1.0.0') =>
  contractDocument(emptyDocument({ version }), emptySkill({ name: 'Greet', ...skill }))

describe('a contract document', () => {
  test('names the skill and its version, and says what goes in and what comes out', () => {
    expect(
      contractOf({ parameters: { name: { type: 'string', required: true } }, response: { type: 'object' } }),
    ).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Greet Skill API Contract',
      version: '1.0.0',
      input: { $ref: '#/definitions/Input' },
      output: { oneOf: [{ $ref: '#/definitions/SuccessResponse' }, { $ref: '#/definitions/ErrorResponse' }] },
      definitions: {
        Input: {
          type: 'object',
          properties: { name: { type: 'string' } },
          required: ['name'],
          additionalProperties: false,
        },
        SuccessResponse: { type: 'object' },
      },
    })
  })

  // biome-ignore format: a table reads in rows
  test.each<[sentence: string, parameters: JsonSchema]>([
    ['a path',              { type: 'object', properties: { n: { $ref: '#/$defs/n' } }, $defs: { n: { type: 'integer' } } }],
    ['an anchor',           { type: 'object', properties: { n: { $ref: '#n' } }, $defs: { n: { $anchor: 'n', type: 'integer' } } }],
    ['a dynamic anchor',    { type: 'object', properties: { n: { $dynamicRef: '#n' } }, $defs: { n: { $dynamicAnchor: 'n', type: 'integer' } } }],
    ['its own $id',         { $id: 'https://example.com/a', type: 'object', properties: { n: { $ref: 'https://example.com/a#/$defs/n' } }, $defs: { n: { type: 'integer' } } }],
    ['the $id of a part',   { type: 'object', properties: { n: { $ref: 'https://example.com/n' } }, $defs: { n: { $id: 'https://example.com/n', type: 'integer' } } }],
    ['the whole',           { type: 'object', properties: { next: { $ref: '#' }, n: { type: 'integer' } } }],
  ])('keeps what refers to %s', (_, parameters) => {
    const { definitions } = contractOf({ parameters })
    const whole = compile({ $ref: '#/definitions/Input', definitions } as JsonSchema)

    expect(whole.accepts({ n: 1 })).toBe(true)
    expect(whole.accepts({ n: 'one' })).toBe(false)
    expect(whole.accepts({ next: { n: 'one' } } as Json)).toBe(!('next' in (parameters.properties as object)))
  })
})

describe('a contract hash', () => {
  const parameters = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } }
  const hash = (skill: Partial<SkillDocument>, version?: string) => contractHash(contractOf(skill, version))

  test('is the same for the same contract, whatever its name, number, code and order', () => {
    const reordered = { properties: { b: { type: 'string' }, a: { type: 'string' } }, type: 'object' }

    expect(hash({ parameters: reordered, name: 'Other', definition: 'x' }, '2.0.0')).toBe(
      hash({ parameters }),
    )
  })

  test('is the same for both notations of one schema', () => {
    const { schema } = {
      schema: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
    }

    expect(hash({ parameters: schema })).toBe(hash({ parameters: { a: { type: 'string' } } }))
  })

  test('is another one when a description changes', () => {
    expect(hash({ parameters: { ...parameters, description: 'New' } })).not.toBe(hash({ parameters }))
  })

  test('exists even for a text with half a character in it', () => {
    expect(hash({ parameters: { ...parameters, description: '\ud800' } })).toMatch(/^[0-9a-f]{64}$/)
  })
})
