import { expect, test } from 'vitest'
import { fieldId, pointerOfField } from './field-id.ts'

test.each(['/name', '/skills/0/examples/2/input', '/permissions'])(
  '%s can be recovered from its field’s id',
  (pointer) => {
    expect(pointerOfField(fieldId(pointer))).toBe(pointer)
  },
)

test.each(['', 'at', 'section-heading', 'radix-1'])('“%s” is not a valid field id', (id) => {
  expect(pointerOfField(id)).toBeUndefined()
})
