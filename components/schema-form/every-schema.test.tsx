// Schemas that nobody here wrote: each can be drawn, fresh and with what its makers give as valid.
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import type { Json, JsonSchema } from '#lib/contract/json/json.ts'
import { canonicalSchema } from '#lib/contract/schema/canonical-schema.ts'
import { everyNth, readCorpus } from '#lib/testing/corpus.ts'
import { SchemaForm } from './schema-form.tsx'

// All of them, each with all its values, are thousands of forms.
vi.setConfig({ testTimeout: 300_000 })

type Row = {
  id?: string
  name: string
  schema: JsonSchema
  valid_args?: Json[]
  form_data?: Json
  valid?: { value: Json }[]
  invalid?: { value: Json }[]
}

describe.each(['tool-schemas', 'form-samples', 'schemastore-with-instances'])('%s', (corpus) => {
  const rows = readCorpus<Row>(corpus)

  test.skipIf(!rows)('every schema that can be kept is drawn, whatever is in it', () => {
    const failures = everyNth(rows, 24).flatMap(({ id, name, schema, ...row }) => {
      const { schema: canonical } = canonicalSchema(schema)
      if (!canonical) return []
      const others = [...(row.valid ?? []), ...(row.invalid ?? [])].map(({ value }) => value)
      const values = [undefined, {}, 5, [null], row.form_data, ...(row.valid_args ?? []), ...others]
      return values.flatMap((value) => whyNotDrawn(canonical, value)).map((why) => `${id ?? name}: ${why}`)
    })

    expect(failures).toEqual([])
  })
})

/** What was thrown, or what React complained of. */
function whyNotDrawn(schema: JsonSchema, value: Json | undefined): string[] {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
  try {
    const form = (
      <SchemaForm schema={schema} value={value} idPrefix="f" onChange={() => {}} onSubmit={() => {}} />
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
