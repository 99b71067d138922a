import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { validateValue } from '#lib/json-schema/evaluate/compile.ts'
import type { Json, JsonObject } from '#lib/kernel/json/json.ts'
import { SchemaForm } from '../../../forms/schema-form.tsx'
import { FIELD_KINDS, fieldKind, readGroups, withNewGroup } from './field-kinds.ts'
import { readTable, writeTable } from './schema-table.ts'

const twoGroups: JsonObject = FIELD_KINDS.oneOf.keywords

describe('one of several groups', () => {
  test('a new group gets a fixed value that no other group has, also after one was removed', () => {
    const groups = withNewGroup(withNewGroup(readGroups(twoGroups)!).toSpliced(1, 1))

    expect(groups.map(({ title }) => title)).toEqual(['Kind 1', 'Kind 3', 'Kind 4'])
    expect(groups).toMatchObject(
      ['kind_1', 'kind_3', 'kind_4'].map((kind) => ({ properties: { kind: { const: kind } } })),
    )
  })

  test('groups as the studio writes them are offered by name in the form, with the fields of the chosen one', () => {
    const [card, transfer] = readGroups(twoGroups)!
    const rows = [
      ...(readTable(transfer).rows ?? []),
      { name: 'iban', required: true, property: { type: 'string', title: 'IBAN' } },
    ]
    const pay = {
      ...twoGroups,
      oneOf: [
        { ...card, title: 'Card' },
        { ...(writeTable(rows, transfer) as JsonObject), title: 'Bank transfer' },
      ],
    }
    const schema = { type: 'object', properties: { pay }, required: ['pay'] }
    const draw = (value: Json) =>
      renderToStaticMarkup(
        <SchemaForm
          schema={schema}
          value={{ pay: value }}
          idPrefix="f"
          onChange={() => {}}
          onSubmit={() => {}}
        />,
      )

    expect(fieldKind(pay)).toBe('oneOf')
    const [asTransfer, asCard] = [draw({ kind: 'kind_2' }), draw({ kind: 'kind_1' })]
    for (const html of [asTransfer, asCard]) expect(html).toMatch(/Card<.*Bank transfer</s)
    expect(asTransfer).toContain('IBAN')
    expect(asCard).not.toContain('IBAN')
    expect(validateValue(schema, { pay: { kind: 'kind_2', iban: 'AT61' } })).toEqual([])
    expect(validateValue(schema, { pay: { kind: 'kind_2' } })).not.toEqual([])
    expect(validateValue(schema, { pay: { kind: 'kind_1', iban: 'AT61' } })).not.toEqual([])
  })
})
