// Every form loads its compiled validator from here, visitors' forms too.
import { expect, test } from 'vitest'
import { GET } from '#app/api/validators/route.ts'
import { encodeSchema } from '#lib/json-schema/precompile/validator-schema.ts'
import { paths } from '#lib/kernel/site/paths.ts'

const get = (schema: string) =>
  GET(new Request(`http://localhost${paths.validator('3', schema)}`), {} as never)

test('a visitor’s form gets the validator of its schema as a script that browsers keep', async () => {
  const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }

  const response = await get((await encodeSchema(schema))!)

  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(response.headers.get('cache-control')).toContain('immutable')
  expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(await response.text()).toContain('export function makeValidators')
})

test.each(['', 'abc', '%00'])(
  'the URL of a validator with “%s” for a schema is an invalid input',
  async (text) => {
    const response = await get(text)

    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(await response.json()).toMatchObject({ error: { code: 'INVALID_INPUT' } })
  },
)
