import { expect, test } from 'vitest'
import type { ConfigField } from '#lib/config/get-config-form.ts'
import {
  configFormSchema,
  findConfigChanges,
  REMOVED,
  STORED,
  storedValues,
  unusableIssues,
} from './config-changes.ts'

const SET = { updatedAtMs: 0 }

function field(more: Partial<ConfigField> = {}, definition: Partial<ConfigField['definition']> = {}) {
  const { type = 'STRING' } = definition
  return {
    definition: { key: 'sender', label: 'Sender', type, required: false, order: 0, ...definition },
    isSecret: type === 'SECRET',
    hosts: [],
    ...more,
  } as ConfigField
}

const choice = (more: Partial<ConfigField> = {}) =>
  field(more, { type: 'MULTI_SELECT', options: ['a', 'b'], defaultValue: 'a,b' })

const secret = field({ set: SET, hosts: ['api.example.com'] }, { type: 'SECRET' })

test('a stored secret is a placeholder, and saving leaves it as it is', () => {
  expect(storedValues([secret])).toEqual({ sender: STORED })
  expect(findConfigChanges([secret], { sender: STORED })).toEqual({})
})

// biome-ignore format: table
test.each([
  ['replaced',                          secret,                             { sender: 'sk_live_1' }, { kind: 'set', value: 'sk_live_1' }],
  ['removed',                           secret,                             { sender: REMOVED },     { kind: 'clear' }],
  ['not replaced after all',            secret,                             {},                      undefined],
  ['a plain value that is emptied',     field({ set: SET, value: 'Ada' }),  {},                      { kind: 'clear' }],
  ['a list that is emptied',            field({ set: SET, value: ['a'] }),  { sender: [] },          { kind: 'clear' }],
  ['a list whose default is unticked',  choice(),                           { sender: [] },          { kind: 'set', value: [] }],
  ['a list that returns to its default', choice({ set: SET, value: [] }),   {},                      { kind: 'clear' }],
  ['a list in which none is chosen still', choice({ set: SET, value: [] }), { sender: [] },          undefined],
  ['emptied and was never set',         field(),                            { sender: '' },          undefined],
  ['a plain value that is changed',     field({ set: SET, value: 'Ada' }),  { sender: 'Eve' },       { kind: 'set', value: 'Eve' }],
  ['a plain value that is not changed', field({ set: SET, value: 'Ada' }),  { sender: 'Ada' },       undefined],
  ['set for the first time',            field(),                            { sender: false },       { kind: 'set', value: false }],
])('saving settings sends only what was changed: %s', (_, changed, value, change) => {
  expect(findConfigChanges([changed], value)).toEqual(change ? { sender: change } : {})
})

test('an unusable setting has an error until it is changed', () => {
  const unusable = field({ set: SET, isUnusable: true })

  expect(unusableIssues([unusable], {})).toMatchObject([{ path: '/sender' }])
  expect(unusableIssues([unusable], { sender: { kind: 'clear' } })).toEqual([])
})

test('the description of a secret names its hosts, and ends each sentence', () => {
  const described = { ...secret, definition: { ...secret.definition, description: 'From the admin page' } }

  expect(configFormSchema([described]).properties).toMatchObject({
    sender: { description: 'From the admin page. Only sent to api.example.com.' },
  })
})
