// Every third-party schema can be rendered, empty and with the values that its authors declare valid.
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { canonicalSchema } from '#lib/json-schema/parse/canonical-schema.ts'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import { everyNth, readCorpus, type SchemaCase, withCorpus } from '#lib/testing/corpus.ts'
import { LoadedForm } from './schema-form.tsx'

// All schemas, each with all its values, make thousands of forms.
vi.setConfig({ testTimeout: 300_000 })

const suite = readCorpus<SchemaCase>('json-schema-test-suite')

describe.each(['tool-schemas', 'form-samples', 'schemastore-with-instances'])('%s', (corpus) => {
  const rows = readCorpus<SchemaCase>(corpus)

  test('every valid schema is rendered, whatever it contains', withCorpus(rows), () => {
    const failures = everyNth(rows, 24).flatMap(({ id, name, schema, ...row }) => {
      const { schema: canonical } = canonicalSchema(schema)
      if (!canonical) return []
      const others = [...(row.valid ?? []), ...(row.invalid ?? [])].map(({ value }) => value)
      const values = [undefined, {}, 5, [null], row.form_data, ...(row.valid_args ?? []), ...others]
      return values.flatMap((value) => drawingErrors(canonical, value)).map((why) => `${id ?? name}: ${why}`)
    })

    expect(failures).toEqual([])
  })
})

test('every valid schema of the JSON Schema suite is rendered', withCorpus(suite), () => {
  // A contract describes an object, so schemas that name another type are drawn as a property.
  const contracts = [...new Set(suite?.map(({ schema }) => JSON.stringify(schema)))].flatMap((text) => {
    const schema = JSON.parse(text) as JsonSchema
    const { type = 'object' } = schema
    const isObjectSchema = type === 'object' && typeof schema === 'object'
    const authored: JsonSchema = isObjectSchema
      ? { ...schema, type }
      : { type: 'object', properties: { value: schema } }
    return canonicalSchema(authored).schema ?? []
  })
  const failures = (contracts as JsonSchema[]).flatMap((schema) =>
    [undefined, {}].flatMap((value) => drawingErrors(schema, value)),
  )

  expect(failures).toEqual([])
  console.info(`${contracts.length} schemas of the JSON Schema suite were drawn`)
})

// biome-ignore format: table
test.each<[string, JsonSchema]>([
  ['an anchor',                { $ref: '#text', $defs: { a: { $anchor: 'text', type: 'string', title: 'Named' } } }],
  ['a dynamic anchor',         { $dynamicRef: '#text', $defs: { a: { $dynamicAnchor: 'text', type: 'string' } } }],
  ['a relative $id',           { $id: 'https://example.com/a/b', $ref: 'c', $defs: { a: { $id: 'c', type: 'string' } } }],
])('a property that refers to %s is drawn as its target', (_, { $id, $defs, ...value }) => {
  const authored = { type: 'object', properties: { value }, ...($id && { $id }), $defs } as JsonSchema
  const { schema } = canonicalSchema(authored)
  const html = renderToStaticMarkup(<LoadedForm isDrawn schema={schema ?? {}} value={{ value: 'x' }} idPrefix="f" onChange={() => {}} />)

  expect(html).toMatch(/<input[^>]*id="f\/value"[^>]*type="text"|<input[^>]*type="text"[^>]*id="f\/value"/)
})

/** Returns the thrown error, or the errors that React logged. */
function drawingErrors(schema: JsonSchema, value: Json | undefined): string[] {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
  try {
    const form = (
      <LoadedForm
        isDrawn
        schema={schema}
        value={value}
        idPrefix="f"
        onChange={() => {}}
        onSubmit={() => {}}
      />
    )
    const isWhole = renderToStaticMarkup(form).includes('</form>')
    return [
      ...(isWhole ? [] : ['is empty']),
      ...complain.mock.calls.map((words) => words.join(' ').slice(0, 400)),
    ]
  } catch (thrown) {
    return [String(thrown)]
  } finally {
    complain.mockRestore()
  }
}
