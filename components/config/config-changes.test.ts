import { expect, test } from 'vitest'
import type { ConfigField } from '#lib/config/get-config-form.ts'
import { errorsByKey, shownValue, withValue } from './config-changes.ts'

const field = (set?: ConfigField['set'], value?: string): ConfigField => ({
  definition: { key: 'sender', label: 'Sender', type: 'STRING', required: true, order: 1 },
  isSecret: false,
  hosts: [],
  set,
  value,
})
const SET = { updatedAtMs: 0 }

test('a typed value is sent', () => {
  expect(withValue({}, field(), 'Ada')).toEqual({ sender: { do: 'set', value: 'Ada' } })
})

test('emptying a control clears the value', () => {
  expect(withValue({}, field(SET, 'Ada'), '')).toEqual({ sender: { do: 'clear' } })
  expect(withValue({}, field(SET), [])).toEqual({ sender: { do: 'clear' } })
})

test('emptying a control that was never set sends nothing', () => {
  expect(withValue({ sender: { do: 'set', value: 'A' } }, field(), '')).toEqual({})
})

test('a control shows the typed value before the stored one', () => {
  expect(shownValue({ do: 'set', value: 'Eve' }, field(SET, 'Ada'))).toBe('Eve')
  expect(shownValue({ do: 'clear' }, field(SET, 'Ada'))).toBe('')
  expect(shownValue(undefined, field(SET, 'Ada'))).toBe('Ada')
})

test('each sentence of a refusal finds its field', () => {
  const details = [
    { path: '/sender', message: 'must be a text' },
    { path: '/channels/1', message: 'must be one of them' },
    { path: '', message: 'of no field' },
  ]

  expect(errorsByKey({ code: 'INVALID_INPUT', message: '', recoverable: true, details })).toEqual({
    sender: ['must be a text'],
    channels: ['must be one of them'],
  })
})
