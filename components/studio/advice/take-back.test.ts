import { describe, expect, test } from 'vitest'
import type { JsonObject } from '#lib/contract/json/json.ts'
import { applyPatch } from '#lib/contract/json/json-patch.ts'
import { valueAt } from '#lib/contract/json/json-pointer.ts'
import { lint } from '#lib/contract/lint/lint.ts'
import { followKeys } from './take-back.ts'

const document: JsonObject = {
  name: 'Book',
  skills: [
    {
      slug: 'look_up',
      parameters: {
        type: 'object',
        properties: { q: { type: 'string', description: 'One of: x, y, z' } },
        required: ['q'],
        additionalProperties: false,
      },
    },
  ],
}
const keys = lint(document).map(({ key }) => key)
const PROPERTIES = '/skills/0/parameters/properties'

describe('following advice', () => {
  test('is taken back to the very document it began with', () => {
    const { document: after, applied, takeBack } = followKeys(document, keys)

    expect(applied.length).toBeGreaterThan(3)
    expect(valueAt(after, PROPERTIES)).toHaveProperty('query')
    expect(takeBack(after)).toBe(document)
  })

  test('leaves what was typed since when it is taken back', () => {
    const { document: after, takeBack } = followKeys(document, keys)
    const typed = applyPatch(after, [
      { op: 'replace', path: '/name', value: 'Books' },
      { op: 'replace', path: `${PROPERTIES}/query/description`, value: 'x, y or z' },
    ])!

    const back = takeBack(typed)

    expect(back).toMatchObject({ name: 'Books' })
    expect(valueAt(back, PROPERTIES)).toEqual({ q: { type: 'string', description: 'x, y or z' } })
  })

  test('changes nothing when there is nothing left to take back', () => {
    const { takeBack } = followKeys(document, keys)
    const other = { skills: [] }

    expect(takeBack(other)).toBe(other)
  })

  test('does nothing when the advice is no longer there', () => {
    const { document: after, applied } = followKeys(document, ['enum-not-prose gone/parameters'])

    expect(applied).toEqual([])
    expect(after).toBe(document)
  })
})
