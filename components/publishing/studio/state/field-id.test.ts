import { expect, test } from 'vitest'
import { fieldId, pointerOfField } from './field-id.ts'

test.each(['/name', '/skills/0/examples/2/input', '/permissions'])(
  'the pointer %s can be recovered from the id of its field',
  (pointer) => {
    expect(pointerOfField(fieldId(pointer))).toBe(pointer)
  },
)

test.each(['', 'at', 'section-heading', 'radix-1'])('“%s” is not the id of a field', (id) => {
  expect(pointerOfField(id)).toBeUndefined()
})
