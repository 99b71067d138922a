import { describe, expect, test } from 'vitest'
import { lint } from '#lib/contracts/lint/lint.ts'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { applyPatch } from '#lib/kernel/json/json-patch.ts'
import { valueAt } from '#lib/kernel/json/json-pointer.ts'
import { applyFixesByKey } from './apply-fixes-by-key.ts'

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
  test('applied advice can be undone, restoring the exact original document', () => {
    const { document: after, applied, undo } = applyFixesByKey(document, keys)

    expect(applied.length).toBeGreaterThan(3)
    expect(valueAt(after, PROPERTIES)).toHaveProperty('query')
    expect(undo(after)).toBe(document)
  })

  test('undoing advice keeps later edits', () => {
    const { document: after, undo } = applyFixesByKey(document, keys)
    const typed = applyPatch(after, [
      { op: 'replace', path: '/name', value: 'Books' },
      { op: 'replace', path: `${PROPERTIES}/query/description`, value: 'x, y or z' },
    ])!

    const back = undo(typed)

    expect(back).toMatchObject({ name: 'Books' })
    expect(valueAt(back, PROPERTIES)).toEqual({ q: { type: 'string', description: 'x, y or z' } })
  })

  test('undoing advice changes nothing if there is nothing left to undo', () => {
    const { undo } = applyFixesByKey(document, keys)
    const other = { skills: [] }

    expect(undo(other)).toBe(other)
  })

  test('advice that no longer applies changes nothing', () => {
    const { document: after, applied } = applyFixesByKey(document, ['enum-not-prose gone/parameters'])

    expect(applied).toEqual([])
    expect(after).toBe(document)
  })
})
