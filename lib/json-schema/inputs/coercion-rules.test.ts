import { describe, expect, test } from 'vitest'
import { COERCION_RULES } from './coercion-rules.ts'
import { prepareInput } from './prepare-input.ts'

const examples = COERCION_RULES.flatMap(({ result, examples }) =>
  examples.map((each) => ({ ...each, result })),
)

describe('the table of coercions matches the behaviour', () => {
  test.each(examples)(
    'the table of coercions is right about $sent declared $declared: $result',
    ({ sent, declared, gets, result }) => {
      const schema = { type: 'object', properties: { field: { type: declared } } }
      const { value, coercions, issues } = prepareInput(schema, { field: sent })

      if (gets === undefined) {
        expect(result).toMatch(/^refused/)
        expect({ value, coercions }).toEqual({ value: { field: sent }, coercions: [] })
        expect(issues).toMatchObject([{ path: '/field' }])
        return
      }
      const isChanged = result !== 'unchanged'
      expect({ value, issues }).toStrictEqual({ value: { field: gets }, issues: [] })
      expect(coercions).toEqual(isChanged ? [{ path: '/field', from: sent, to: gets }] : [])
    },
  )
})
