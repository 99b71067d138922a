import { describe, expect, test } from 'vitest'
import { prepareInput } from '../../json-schema/inputs/prepare-input.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import type { Json } from '../../kernel/json/json.ts'
import { configRuleHelp } from './config-rule.ts'
import {
  checkConfigValue,
  configSchema,
  formatConfigText,
  listMissingConfig,
  parseConfigText,
} from './config-values.ts'
import type { ConfigDefinition } from './skillset-document.ts'

const define = (changes: Partial<ConfigDefinition>): ConfigDefinition => ({
  key: 'key',
  label: 'Key',
  type: 'STRING',
  required: true,
  order: 1,
  ...changes,
})

describe('a stored text is read', () => {
  // biome-ignore format: table
  test.each<[type: ConfigDefinition['type'], text: string, value: Json | undefined]>([
    ['STRING',       ' as it is ',       ' as it is '],
    ['SECRET',       '007',              '007'],
    ['NUMBER',       '4.5',              4.5],
    ['NUMBER',       'many',             undefined],
    ['NUMBER',       '',                 undefined],
    ['BOOLEAN',      'true',             true],
    ['BOOLEAN',      'No',               false],
    ['BOOLEAN',      'maybe',            undefined],
    ['SELECT',       'eu',               'eu'],
    ['MULTI_SELECT', '["a","b"]',        ['a', 'b']],
    ['MULTI_SELECT', 'a, b',             ['a', 'b']],
    ['MULTI_SELECT', '',                 []],
    ['MULTI_SELECT', '[1]',              undefined],
    ['MULTI_SELECT', '["a"',             undefined],
  ])('as %s: %j', (type, text, value) => {
    expect(parseConfigText({ type }, text)).toEqual(value)
  })

  test.each<[ConfigDefinition['type'], Json]>([
    ['STRING', 'a'],
    ['NUMBER', 4.5],
    ['BOOLEAN', false],
    ['MULTI_SELECT', ['a, b', 'c']],
  ])('unchanged: %s', (type, value) => {
    expect(parseConfigText({ type }, formatConfigText(value))).toEqual(value)
  })
})

describe('a value is checked', () => {
  // biome-ignore format: table
  test.each<[changes: Partial<ConfigDefinition>, value: Json, message: string | undefined]>([
    [{},                                             'x',                       undefined],
    [{},                                             '',                        'Key must not be empty'],
    [{},                                             5,                         'Key must be text'],
    [{ validation: 'url' },                          'https://example.com/a',   undefined],
    [{ validation: 'url' },                          'example.com',             'Key must be a URL such as https://example.com'],
    [{ validation: 'url' },                          'javascript:alert(1)',     'Key must be a URL such as https://example.com'],
    [{ validation: 'email' },                        'ada@example.com',         undefined],
    [{ validation: 'email' },                        'ada@example',             'Key must be an e-mail address'],
    [{ validation: 'uuid' },                         '0190d2c0-7e1b-7c3a-9d1e-0123456789ab', undefined],
    [{ validation: 'uuid' },                         'x',                       'Key must be a UUID'],
    [{ validation: 'int' },                          '42',                      undefined],
    [{ validation: 'int' },                          '4.2',                     'Key must be a whole number'],
    [{ validation: '^sk_' },                         'sk_1',                    undefined],
    [{ validation: '^sk_' },                         'pk_1',                    'Key must start with “sk_”'],
    [{ type: 'NUMBER' },                             4.2,                       undefined],
    [{ type: 'NUMBER' },                             '4.2',                     'Key must be a number'],
    [{ type: 'NUMBER', validation: '^\\d{1,2}$' },    42,                        undefined],
    [{ type: 'NUMBER', validation: '^\\d{1,2}$' },    500,                       'Key must be one or two digits'],
    [{ type: 'NUMBER', validation: 'int' },          4.2,                       'Key must be a whole number'],
    [{ type: 'BOOLEAN' },                            'true',                    'Key must be true or false'],
    [{ type: 'SELECT', options: ['a'] },             'a',                       undefined],
    [{ type: 'SELECT', options: ['a'] },             'b',                       'Key must be one of a'],
    [{ type: 'MULTI_SELECT', options: ['a', 'b'] },  ['a'],                     undefined],
    [{ type: 'MULTI_SELECT', options: ['a', 'b'] },  ['c'],                     'Key must be chosen from a, b'],
    [{ type: 'MULTI_SELECT', options: ['a', 'b'] },  ['a', 'a'],                'Key must not repeat a choice'],
  ])('%j: %j', (changes, value, message) => {
    expect(checkConfigValue(define(changes), value)[0]?.message).toBe(message)
  })
})

describe('the form', () => {
  const definitions = [
    define({ key: 'b', order: 2, type: 'NUMBER', required: false, defaultValue: '5' }),
    define({ key: 'a', order: 1, type: 'SECRET', description: 'From your account' }),
    define({
      key: 'c',
      order: 3,
      type: 'MULTI_SELECT',
      options: ['x', 'y'],
      required: false,
      defaultValue: 'x',
    }),
  ]

  test('has a field for each definition, in their order, and never a secret’s default', () => {
    expect(configSchema(definitions)).toEqual({
      type: 'object',
      properties: {
        a: { title: 'Key', description: 'From your account', type: 'string', minLength: 8, writeOnly: true },
        b: { title: 'Key', type: 'number', default: 5 },
        c: {
          title: 'Key',
          type: 'array',
          items: { type: 'string', enum: ['x', 'y'] },
          uniqueItems: true,
          default: ['x'],
        },
      },
      required: ['a'],
      additionalProperties: false,
    })
  })

  test('is an ordinary contract', () => {
    const { schema } = canonicalSchema(configSchema(definitions))

    expect(prepareInput(schema ?? {}, { a: 'k', b: '7' }).value).toEqual({ a: 'k', b: 7, c: ['x'] })
  })
})

test('missing values are those that are required, have no default and are not set', () => {
  const definitions = [
    define({ key: 'set' }),
    define({ key: 'missing' }),
    define({ key: 'defaulted', defaultValue: 'x' }),
    define({ key: 'optional', required: false }),
  ]

  expect(listMissingConfig(definitions, ['set'])).toEqual(['missing'])
})

test.each([
  ['^[0-9]{1,2}$', 'One or two digits.'],
  ['^(?:sk|pk)_\\w+$', '(“sk” or “pk”), “_” and one or more letters, digits or “_”.'],
  ['\\bkey\\b', 'Must match \\bkey\\b.'],
  ['int', 'A whole number.'],
])('a form tells the rule %s before a value is entered: %s', (validation, help) => {
  expect(configRuleHelp(validation)).toBe(help)
})
