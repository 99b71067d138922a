'use client'

import type { Json } from '#lib/json/json.ts'
import type { FieldType } from '#lib/json-schema/parse/field-map.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Input, Select, Textarea } from '../../ui/forms/input.tsx'
import {
  formatTyped,
  formatTypedLines,
  parseTyped,
  parseTypedLines,
  useEditedText,
} from '../fields/typed-text.ts'
import type { SchemaRow } from './schema-table.ts'

type Limit = 'min' | 'max' | 'minLength' | 'maxLength'

const LIMITS: Partial<Record<FieldType, [Limit, string][]>> = {
  string: [
    ['minLength', 'Min. length'],
    ['maxLength', 'Max. length'],
  ],
  number: [
    ['min', 'Minimum'],
    ['max', 'Maximum'],
  ],
  integer: [
    ['min', 'Minimum'],
    ['max', 'Maximum'],
  ],
}

type ConstraintsProps = { row: SchemaRow; onChange: (part: Partial<SchemaRow>) => void }

export function Constraints({ row, onChange }: ConstraintsProps) {
  const limits = LIMITS[row.type] ?? []
  const hasValues = row.type !== 'boolean' && row.type !== 'array' && row.type !== 'object'
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      <DefaultField row={row} onChange={onChange} />
      {limits.map(([limit, label]) => (
        <ValueField
          key={limit}
          label={label}
          type="number"
          value={row[limit]}
          onChange={(value) => onChange({ [limit]: value })}
        />
      ))}
      {hasValues && <EnumField row={row} onChange={onChange} />}
    </div>
  )
}

function DefaultField({ row, onChange }: ConstraintsProps) {
  if (row.type !== 'boolean') {
    return (
      <ValueField
        label="Default"
        type={row.type}
        value={row.default}
        onChange={(value) => onChange({ default: value })}
      />
    )
  }
  const set = (text: string) => onChange({ default: text === '' ? undefined : text === 'true' })
  return (
    <Field label="Default" optional>
      {(wired) => (
        <Select {...wired} value={formatTyped(row.default)} onChange={({ target }) => set(target.value)}>
          <option value="">None</option>
          <option>true</option>
          <option>false</option>
        </Select>
      )}
    </Field>
  )
}

type ValueFieldProps = {
  label: string
  type: FieldType
  value: Json | undefined
  // An invalid number stays as typed; the checks report it.
  onChange: (value: never) => void
}

function ValueField({ label, type, value, onChange }: ValueFieldProps) {
  const [text, setText] = useEditedText({
    value,
    format: formatTyped,
    parse: (typed) => parseTyped(typed, type),
    onChange: onChange as (value: Json | undefined) => void,
  })
  return (
    <Field label={label} optional>
      {(wired) => (
        <Input
          {...wired}
          autoComplete="off"
          inputMode={type === 'number' || type === 'integer' ? 'decimal' : undefined}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </Field>
  )
}

function EnumField({ row, onChange }: ConstraintsProps) {
  const [text, setText] = useEditedText({
    value: row.enum,
    format: formatTypedLines,
    parse: (typed) => parseTypedLines(typed, row.type),
    onChange: (values) => onChange({ enum: values }),
  })
  return (
    <Field label="Allowed values" optional help="One per line." className="sm:col-span-3">
      {(wired) => (
        <Textarea
          {...wired}
          rows={1}
          className="min-h-9"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </Field>
  )
}
