import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodeSchema } from '../../../json-schema/precompile/validator-schema.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Json, JsonSchema } from '../../../kernel/json/json.ts'
import { configSchema } from '../../document/config-values.ts'
import { compileValidator } from './compile-validator.ts'
import { compiledCheck, type ValidatorModule } from './compiled-check.ts'
import type { CompiledCheck } from './form-contract.ts'

const OWNER = { owner: 'a person' }

const ORDER: JsonSchema = {
  type: 'object',
  title: 'An order',
  description: 'Text that no validator needs. '.repeat(1_000),
  properties: {
    description: { type: 'string', default: 'x', examples: ['y'] },
    payment: { oneOf: [{ required: ['card'], title: 'By card' }, { required: ['invoice'] }] },
    size: { enum: ['S', 'M'] },
  },
  required: ['description'],
}

async function load(schema: JsonSchema): Promise<CompiledCheck> {
  const code = await compileValidator((await encodeSchema(schema))!, OWNER)
  const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  return compiledCheck((await import(/* @vite-ignore */ url)) as ValidatorModule)
}

test('the validator of a form is compiled from the schema in its URL, and decides whole values and branches', async () => {
  const check = await load(ORDER)

  expect(check('', { description: 'x', size: 'M' })).toBe(true)
  expect(check('', { size: 'M' })).toBe(false)
  expect(check('', { description: 'x', size: 'L' })).toBe(false)
  expect(check('/properties/payment/oneOf/0', { card: 1 })).toBe(true)
  expect(check('/properties/payment/oneOf/0', { invoice: 1 })).toBe(false)
})

test('the settings of a SkillSet have a compiled validator', async () => {
  const schema = configSchema([
    { key: 'REGION', label: 'Region', type: 'SELECT', order: 1, options: ['eu', 'us'] },
    { key: 'LIMIT', label: 'Limit', type: 'NUMBER', order: 2 },
  ] as never)
  const check = await load(schema)

  expect(check('', { REGION: 'eu', LIMIT: 3 })).toBe(true)
  expect(check('', { REGION: 'moon' })).toBe(false)
})

test('texts for people are left out of the URL, so that it stays short', async () => {
  expect((await encodeSchema(ORDER))!.length).toBeLessThan(400)
})

test.each<[what: string, schema: JsonSchema]>([
  ['depends on evaluated properties', { type: 'object', unevaluatedProperties: false }],
  ['has too many parts', { type: 'object', properties: fields(200, (at) => ({ minLength: at })) }],
  ['is too long for a URL', { type: 'object', properties: fields(1, () => ({ enum: randomTexts(500) })) }],
])('a form asks for no validator of a schema that %s', async (_, schema) => {
  expect(await encodeSchema(schema)).toBeUndefined()
})

const encode = (text: string) => deflateRawSync(text).toString('base64url')

test.each<[what: string, encoded: string]>([
  ['nothing', ''],
  ['what is no base64', '%%%'],
  ['what is not compressed', Buffer.from('{"type":"object"}').toString('base64url')],
  ['what is no JSON', encode('{"type":')],
  ['what is no schema', encode('{"type":"objekt"}')],
  ['a list', encode('[]')],
  ['more than a schema may be', encode(' '.repeat(1_000_000))],
  ['a URL that is too long', 'a'.repeat(10_000)],
])('%s in the URL of a validator is refused', async (_, encoded) => {
  const refusal = await compileValidator(encoded, OWNER).catch((thrown: AppError) => thrown)

  expect(refusal).toBeInstanceOf(AppError)
  expect(refusal).toMatchObject({ code: 'INVALID_INPUT' })
})

test('a schema that cannot be compiled has no validator at its URL', async () => {
  const encoded = encode(JSON.stringify({ type: 'object', unevaluatedProperties: false }))

  await expect(compileValidator(encoded, OWNER)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

function fields(count: number, make: (at: number) => Json): JsonSchema {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`field_${at}`, make(at)]))
}

/** Texts that cannot be compressed. */
function randomTexts(count: number): string[] {
  return Array.from({ length: count }, () => crypto.randomUUID())
}
