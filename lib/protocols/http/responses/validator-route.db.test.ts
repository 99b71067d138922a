// Every form loads its compiled validator from here, visitors' forms too.
import { beforeEach, expect, test, vi } from 'vitest'
import { GET } from '#app/api/validators/route.ts'
import { compileValidator } from '#lib/contracts/forms/validation/compile-validator.ts'
import { encodeSchema } from '#lib/json-schema/precompile/validator-schema.ts'
import { paths } from '#lib/kernel/site/paths.ts'

// Records whose turn a call takes; the queue of turns has tests of its own.
vi.mock(import('#lib/contracts/forms/validation/compile-validator.ts'), async (load) => {
  const original = await load()
  return { ...original, compileValidator: vi.fn(original.compileValidator) }
})
beforeEach(() => {
  vi.mocked(compileValidator).mockClear()
})

const get = (schema: string, address = '192.0.2.1') =>
  GET(
    new Request(`http://localhost${paths.validator('3', schema)}`, {
      headers: { 'x-forwarded-for': address },
    }),
    {} as never,
  )

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

test('visitors take turns by address, so that one of them does not delay the forms of all', async () => {
  const schema = (await encodeSchema({ type: 'object' }))!

  await get(schema, '192.0.2.2')
  await get(schema, '2001:db8::1')

  expect(vi.mocked(compileValidator).mock.calls.map(([, { owner }]) => owner)).toEqual([
    '192.0.2.2',
    '2001:db8::/64',
  ])
})
