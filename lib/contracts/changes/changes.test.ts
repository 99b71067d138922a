import { describe, expect, test } from 'vitest'
import type { JsonSchema } from '../../kernel/json/json.ts'
import { emptyDocument, emptySkill } from '../document/empty-document.ts'
import type { ConfigDefinition, SkillDocument, SkillSetDocument } from '../document/skillset-document.ts'
import { changesBetween } from './changes.ts'

const skill = (changes: Partial<SkillDocument> = {}) =>
  emptySkill({ slug: 'search', name: 'Search', description: 'Searches', prompt: 'Use it', ...changes })

const documentOf = (changes: Partial<SkillDocument> = {}, more: Partial<SkillSetDocument> = {}) =>
  emptyDocument({ slug: 'a', name: 'A', description: 'A', skills: [skill(changes)], ...more })

const closed = (properties: JsonSchema, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const open = (properties: JsonSchema, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
})

test('nothing before is nothing to compare with', () => {
  expect(changesBetween(null, documentOf())).toEqual({ changes: [], bump: 'none', reasons: [] })
})

test('identical documents have no changes', () => {
  expect(changesBetween(documentOf(), documentOf())).toEqual({ changes: [], bump: 'none', reasons: [] })
})

test('the largest step counts, and its reasons are named', () => {
  const after = documentOf({ definition: 'async function handler() {}' })
  after.skills.push(skill({ slug: 'new', name: 'New' }))

  expect(changesBetween(documentOf(), after)).toMatchObject({ bump: 'minor', reasons: ['New skill “New”.'] })
})

describe('an input', () => {
  // biome-ignore format: table
  test.each<[bump: string, sentence: string, pointer: string, before: JsonSchema, after: JsonSchema]>([
    ['minor', 'New optional field “a” in the input of “Search”.',                  '/properties/a',          closed({}), closed({ a: {} })],
    ['minor', 'New optional field “a” in the input of “Search”.',                  '/properties/a',          open({ b: {} }), open({ b: {}, a: { type: 'string' } })],
    ['major', 'New optional field “a” in the input of “Search”.',                  '/properties/a',          { type: 'object', additionalProperties: { type: 'number' } }, { ...open({ a: { type: 'string' } }), additionalProperties: { type: 'number' } }],
    ['major', 'New required field “a” in the input of “Search”.',                  '/properties/a',          closed({}), closed({ a: {} }, ['a'])],
    ['minor', 'New required field with a default “a” in the input of “Search”: callers that omit it get the default.', '/properties/a',          closed({}), closed({ a: { default: 1 } }, ['a'])],
    ['major', '“a” was removed from the input of “Search”.',                       '/properties/a',          closed({ a: {} }), closed({})],
    ['major', '“a” was removed from the input of “Search”.',                       '/properties/a',          open({ a: {}, b: {} }, ['a']), open({ b: {} })],
    ['minor', '“a” was removed from the input of “Search”: callers may still send it, but it is ignored.', '/properties/a', open({ a: {}, b: {} }), open({ b: {} })],
    ['major', '“a” in the input of “Search” is now required.',                     '/properties/a',          closed({ a: {} }), closed({ a: {} }, ['a'])],
    ['minor', '“a” in the input of “Search” is now optional.',                     '/properties/a',          closed({ a: {} }, ['a']), closed({ a: {} })],
    ['major', '“a” in the input of “Search” changed from text to a number.',       '/properties/a',          closed({ a: { type: 'string' } }), closed({ a: { type: 'number' } })],
    ['minor', '“a” in the input of “Search” changed from a whole number to a number.', '/properties/a',      closed({ a: { type: 'integer' } }), closed({ a: { type: 'number' } })],
    ['major', '“a” in the input of “Search” became stricter: maximum 20 → 10.',    '/properties/a/maximum',  closed({ a: { type: 'integer', maximum: 20 } }), closed({ a: { type: 'integer', maximum: 10 } })],
    ['minor', '“a” in the input of “Search” became looser: maxLength 5 → none.',   '/properties/a/maxLength', closed({ a: { type: 'string', maxLength: 5 } }), closed({ a: { type: 'string' } })],
    ['major', '“a” in the input of “Search” changed: pattern "^a" → "^b".',        '/properties/a/pattern',  closed({ a: { type: 'string', pattern: '^a' } }), closed({ a: { type: 'string', pattern: '^b' } })],
    ['minor', '“a” in the input of “Search” can now be "y", "z".',                 '/properties/a',          closed({ a: { enum: ['x'] } }), closed({ a: { enum: ['x', 'y', 'z'] } })],
    ['major', '“a” in the input of “Search” can no longer be "y".',                '/properties/a',          closed({ a: { enum: ['x', 'y'] } }), closed({ a: { const: 'x' } })],
    ['minor', 'The default of “a” in the input of “Search” changed from 5 to 10: callers that omit it get a different value.', '/properties/a/default',  closed({ a: { type: 'integer', default: 5 } }), closed({ a: { type: 'integer', default: 10 } })],
    ['patch', 'The description of “a” in the input of “Search” changed.',          '/properties/a/description', closed({ a: { description: 'x' } }), closed({ a: { description: 'y' } })],
    ['major', '“a” in the input of “Search” changed from text or null to text.',   '/properties/a',          closed({ a: { type: 'string', nullable: true } }), closed({ a: { type: 'string' } })],
    ['major', 'Unlisted fields are no longer allowed in the input of “Search”.', '/additionalProperties', open({ a: {} }), closed({ a: {} })],
    ['major', '“a.b[]” in the input of “Search” changed from text to a number.',   '/properties/a/properties/b/items', closed({ a: open({ b: { type: 'array', items: { type: 'string' } } }) }), closed({ a: open({ b: { type: 'array', items: { type: 'number' } } }) })],
    ['major', '“a” in the input of “Search” changed from text to a number.', '/properties/a/oneOf/0', closed({ a: { oneOf: [{ type: 'string' }] } }), closed({ a: { oneOf: [{ type: 'number' }] } })],
  ])('%s: %s', (bump, sentence, pointer, before, after) => {
    const { changes } = changesBetween(documentOf({ parameters: before }), documentOf({ parameters: after }))

    expect(changes).toMatchObject([{ sentence, pointer: `/skills/0/parameters${pointer}`, area: 'schema', bump }])
  })

  // biome-ignore format: table
  test.each<[what: string, before: JsonSchema, more: JsonSchema]>([
    ['that another field asks for',       open({ b: {} }), { dependentRequired: { b: ['a'] } }],
    ['that asks for another field',       open({ b: {} }), { dependentRequired: { a: ['b'] } }],
    ['that brings rules along',           open({ b: {} }), { dependentSchemas: { a: { required: ['b'] } } }],
    ['of which draft-07 asks something',  open({ b: {} }), { $schema: 'http://json-schema.org/draft-07/schema#', dependencies: { a: ['b'] } }],
  ])('could contain anything under a name %s, so describing that is a major change', (_, before, more) => {
    const described = { ...before, ...more, properties: { b: {}, a: { type: 'integer' } } }
    const { bump, changes } = changesBetween(documentOf({ parameters: { ...before, ...more } }), documentOf({ parameters: described }))

    expect(bump).toBe('major')
    expect(changes.some(({ breaking }) => breaking)).toBe(true)
  })

  // biome-ignore format: table
  test.each<[sentence: string, before: JsonSchema, after: JsonSchema]>([
    ['nullable spelled two ways',   closed({ a: { anyOf: [{ type: 'string' }, { type: 'null' }] } }), closed({ a: { type: ['string', 'null'] } })],
    ['null in the word of OpenAPI', closed({ a: { type: 'string', nullable: true } }), closed({ a: { type: ['string', 'null'] } })],
    ['a constant as a list of one', closed({ a: { const: 1 } }), closed({ a: { enum: [1] } })],
    ['a reference written out',     { ...closed({ a: { $ref: '#/$defs/a' } }), $defs: { a: { type: 'string' } } }, closed({ a: { type: 'string' } })],
    ['an allOf of one',             closed({ a: { allOf: [{ type: 'string' }] } }), closed({ a: { type: 'string' } })],
    ['another order',               closed({ a: { enum: [1, 2] }, b: {} }, ['a', 'b']), closed({ b: {}, a: { enum: [2, 1] } }, ['b', 'a'])],
    ['a field map as JSON Schema',  { a: { type: 'string', required: true } } as never, closed({ a: { type: 'string' } }, ['a'])],
    ['a type that contains itself', { ...closed({ next: { $ref: '#' }, b: {} }) }, { ...closed({ b: {}, next: { $ref: '#/$defs/self' } }), $defs: { self: { $ref: '#' } } }],
  ])('is the same with %s', (_, before, after) => {
    expect(changesBetween(documentOf({ parameters: before }), documentOf({ parameters: after })).changes).toEqual([])
  })
})

describe('an output', () => {
  // biome-ignore format: table
  test.each<[bump: string, breaking: boolean, sentence: string, before: JsonSchema, after: JsonSchema]>([
    ['minor', false, 'New field “a” in the output of “Search”.',                              closed({}), closed({ a: {} }, ['a'])],
    ['major', true,  '“a” was removed from the output of “Search”.',                          open({ a: {}, b: {} }), open({ b: {} })],
    ['major', true,  '“a” in the output of “Search” is no longer guaranteed.',                  open({ a: {} }, ['a']), open({ a: {} })],
    ['minor', false, '“a” in the output of “Search” is now always returned.',                    open({ a: {} }), open({ a: {} }, ['a'])],
    ['patch', false, '“a” in the output of “Search” became stricter: maximum 20 → 10.',       open({ a: { type: 'number', maximum: 20 } }), open({ a: { type: 'number', maximum: 10 } })],
    ['major', true,  '“a” in the output of “Search” became looser: maximum 10 → 20.',         open({ a: { type: 'number', maximum: 10 } }), open({ a: { type: 'number', maximum: 20 } })],
    ['minor', true,  '“a” in the output of “Search” can now be "y": callers that list every value will meet a new one.', open({ a: { enum: ['x'] } }), open({ a: { enum: ['x', 'y'] } })],
    ['patch', false, '“a” in the output of “Search” can no longer be "y".',                   open({ a: { enum: ['x', 'y'] } }), open({ a: { enum: ['x'] } })],
    ['minor', false, 'Unlisted fields are now allowed in the output of “Search”.', closed({ a: {} }), open({ a: {} })],
    ['patch', false, '“a” in the output of “Search” now has the default 1.',                   open({ a: {} }), open({ a: { default: 1 } })],
  ])('%s (breaking: %s): %s', (bump, breaking, sentence, before, after) => {
    const { changes } = changesBetween(documentOf({ response: before }), documentOf({ response: after }))

    expect(changes).toMatchObject([{ sentence, bump, breaking }])
  })
})

describe('details of a change', () => {
  test('a value that was accepted and is refused now, in the reason for the number as well', () => {
    const { changes, reasons } = changesBetween(
      documentOf({ parameters: closed({ a: { type: 'integer', maximum: 20 } }) }),
      documentOf({ parameters: closed({ a: { type: 'integer', maximum: 10 } }) }),
    )

    expect(changes).toMatchObject([{ direction: 'input', kind: 'constraint', counterexample: { a: 11 } }])
    expect(reasons).toEqual([
      '“a” in the input of “Search” became stricter: maximum 20 → 10 (e.g. {"a":11} was accepted before but is now refused).',
    ])
  })

  test('a replaced constant preserves nothing of its guarantee', () => {
    const { bump } = changesBetween(
      documentOf({ response: open({ a: { const: 'x' } }) }),
      documentOf({ response: open({ a: { const: 'y' } }) }),
    )

    expect(bump).toBe('major')
  })

  test('a branch is named by its discriminator', () => {
    const branch = (kind: string) => open({ kind: { const: kind } }, ['kind'])
    const { changes } = changesBetween(
      documentOf({ parameters: open({ a: { oneOf: [branch('x'), branch('y')] } }) }),
      documentOf({ parameters: open({ a: { oneOf: [branch('x')] } }) }),
    )

    expect(changes).toMatchObject([
      {
        sentence: '“a” in the input of “Search” has one choice fewer (kind: "y").',
        counterexample: { a: { kind: 'y' } },
      },
    ])
  })

  test('a wider permission and a higher price need new consent', () => {
    const { changes } = changesBetween(
      documentOf(),
      documentOf(
        { pricing: { model: 'per_job', amount: '1', currency: 'USDC' } },
        { permissions: { network: ['a.example'] } },
      ),
    )

    expect(changes.map(({ consent }) => consent)).toEqual([true, true])
  })
})

describe('everything else', () => {
  const config = (changes: Partial<ConfigDefinition> = {}): ConfigDefinition => ({
    key: 'k',
    label: 'Key',
    type: 'SELECT',
    options: ['a', 'b'],
    required: true,
    order: 1,
    ...changes,
  })
  const DRY = {
    dryRun: 'supported' as const,
    pricing: { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const },
  }
  const permit = (permissions: SkillSetDocument['permissions']) => documentOf({}, { permissions })
  const configured = (...configDefinitions: ConfigDefinition[]) => documentOf({}, { configDefinitions })
  // biome-ignore format: table
  test.each<[bump: string, area: string, sentence: string, before: SkillSetDocument, after: SkillSetDocument]>([
    ['major', 'skills',      'The skill “Search” was removed.',                        documentOf(), emptyDocument({ slug: 'a', name: 'A', description: 'A' })],
    ['major', 'skills',      '“Search” changed from an action skill to an instruction skill.', documentOf(), documentOf({ kind: 'instruction' })],
    ['minor', 'permissions', '“Search” supports dry runs.',                            documentOf(), documentOf({ dryRun: 'supported' })],
    ['major', 'permissions', '“Search” no longer supports dry runs.',                  documentOf({ dryRun: 'supported' }), documentOf()],
    ['minor', 'permissions', 'The price of a dry run of “Search” changed from 0.01 to 1 USDC, 100 times as much.', documentOf({ ...DRY, pricing: { ...DRY.pricing, dryRunAmount: '0.01' } }), documentOf({ ...DRY, pricing: { ...DRY.pricing, dryRunAmount: '1' } })],
    ['minor', 'permissions', 'The price of a dry run of “Search” changed from 0 to 0.01 USDC.', documentOf(DRY), documentOf({ ...DRY, pricing: { ...DRY.pricing, dryRunAmount: '0.01' } })],
    ['patch', 'permissions', 'The price of a dry run of “Search” changed from 0.01 to 0 USDC.', documentOf({ ...DRY, pricing: { ...DRY.pricing, dryRunAmount: '0.01' } }), documentOf(DRY)],
    ['patch', 'code',        'The code of “Search” changed.',                          documentOf(), documentOf({ definition: 'x' })],
    ['patch', 'text',        'The prompt of “Search” changed.',                        documentOf(), documentOf({ prompt: 'x' })],
    ['minor', 'permissions', 'The risk level of “Search” changed from read-only to writes.',    documentOf(), documentOf({ riskLevel: 'writes' })],
    ['patch', 'permissions', 'The risk level of “Search” changed from commands to writes.',     documentOf({ riskLevel: 'commands' }), documentOf({ riskLevel: 'writes' })],
    ['minor', 'permissions', '“Search” has a new side effect: sends mail.',            documentOf(), documentOf({ sideEffects: ['sends mail'] })],
    ['minor', 'permissions', 'New permission: the host a.example.',                    permit({}), permit({ network: ['a.example'] })],
    ['patch', 'permissions', 'The host a.example is no longer used.',                  permit({ network: ['a.example'] }), permit({})],
    ['major', 'permissions', 'The tool vault.readFile is no longer used.',             permit({ tools: ['vault.readFile'] }), permit({})],
    ['minor', 'permissions', 'New permission: the secret k, for a.example.',           permit({}), permit({ secrets: [{ key: 'k', hosts: ['a.example'] }] })],
    ['minor', 'permissions', 'The secret k is now also sent to b.example.',                permit({ secrets: [{ key: 'k', hosts: ['a.example'] }] }), permit({ secrets: [{ key: 'k', hosts: ['a.example', 'b.example'] }] })],
    ['minor', 'permissions', 'The code can now read the secret k directly.',                 permit({ secrets: [{ key: 'k', hosts: [] }] }), permit({ secrets: [{ key: 'k', hosts: [], exposure: 'raw' }] })],
    ['minor', 'permissions', 'The secret k is now sent; before, it only signed requests.',     permit({ secrets: [{ key: 'k', hosts: [], use: { kind: 'jwt', algorithm: 'HS256' } }] }), permit({ secrets: [{ key: 'k', hosts: [] }] })],
    ['minor', 'permissions', 'The secret k is now exchanged for tokens at auth.example, as the declaration says.', permit({ secrets: [{ key: 'k', hosts: [], use: { kind: 'jwt', algorithm: 'HS256' } }] }), permit({ secrets: [{ key: 'k', hosts: [], use: { kind: 'oauth-client-credentials', tokenUrl: 'https://auth.example/token', clientId: 'id' } }] })],
    ['major', 'permissions', 'The integration shop is no longer used.',                documentOf({}, { requiredIntegrationProviders: ['shop'] }), documentOf()],
    ['major', 'config',      'New required configuration “Key”.',                      configured(), configured(config())],
    ['minor', 'config',      'New configuration “Key”.',                               configured(), configured(config({ defaultValue: 'a' }))],
    ['major', 'config',      'The configuration “Key” was removed.',                   configured(config()), configured()],
    ['major', 'config',      'The configuration “Key” is now required.',               configured(config({ required: false })), configured(config())],
    ['major', 'config',      'The configuration “Key” can no longer be b.',            configured(config()), configured(config({ options: ['a'] }))],
    ['minor', 'config',      'The configuration “Key” can now be c.',                  configured(config()), configured(config({ options: ['a', 'b', 'c'] }))],
    ['minor', 'config',      'The default of “Key” changed.',                          configured(config({ defaultValue: 'a' })), configured(config({ defaultValue: 'b' }))],
    ['patch', 'config',      'The description of the configuration “Key” changed.',    configured(config()), configured(config({ description: 'New' }))],
    ['patch', 'text',        'The readme of the SkillSet changed.',                    documentOf(), documentOf({}, { readme: 'x' })],
  ])('%s, %s: %s', (bump, area, sentence, before, after) => {
    expect(changesBetween(before, after).changes).toMatchObject([{ area, sentence, bump }])
  })

  test('a changelog and a version number are not changes: they describe them', () => {
    expect(changesBetween(documentOf(), documentOf({}, { version: '2.0.0', changelog: 'New' })).bump).toBe(
      'none',
    )
  })
})
