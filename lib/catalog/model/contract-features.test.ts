import { expect, test } from 'vitest'
import { featuresOf, featuresOfHeld } from './contract-features.ts'

const object = (properties: object, required: string[] = []) => ({
  type: 'object',
  properties: JSON.parse(JSON.stringify(properties)),
  required,
})

test('the features of a contract are the names and types of its fields, without case and separators', () => {
  const input = object({ fileName: { type: 'string', format: 'uri' }, max_rows: { type: 'integer' } }, [
    'fileName',
  ])
  const output = object({ rows: { type: 'array', items: object({ total: { type: 'number' } }) } })

  expect(featuresOf({ input, output })).toEqual({
    takes: [
      ...['filename', 'filename:string', '=string', '=string:uri'],
      ...['maxrows', 'maxrows:number', '=number'],
    ],
    needs: ['filename'],
    returns: ['=object', 'rows', 'rows:array', '=array', '=array:object', 'total', 'total:number', '=number'],
  })
})

test('texts of a schema that Postgres refuses are in no feature', () => {
  const schema = object({ 'a\u0000b': { type: 'string', format: 'x\u0000' }, c: { format: '\ud800' } })
  const { takes } = featuresOf({ input: schema, output: object({}) })
  const { names, typed, types } = featuresOfHeld(schema)

  const all = [...takes, ...names, ...typed, ...types]
  expect(all).toContain('c')
  expect(all.filter((each) => each.includes('\u0000') || !each.isWellFormed())).toEqual([])
})
