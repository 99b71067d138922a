/** The fields of a plan as rows, read from its own schema, so that the table cannot say anything else. */
import { isObject, type Json, type JsonSchema } from '#lib/contract/json/json.ts'
import { Code, DataTable } from './data-table.tsx'

export function PlanFields({ label, schema }: { label: string; schema: JsonSchema }) {
  const required = Array.isArray(schema.required) ? schema.required : []
  const fields = Object.entries(isObject(schema.properties) ? schema.properties : {})
  return (
    <DataTable
      label={label}
      columns={['Field', 'What it takes', 'What it is']}
      rows={fields.map(([name, field]) => [
        <Code key="field">{required.includes(name) ? name : `${name}?`}</Code>,
        takes(field),
        isObject(field) && typeof field.description === 'string' ? field.description : '',
      ])}
    />
  )
}

const KINDS: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  array: 'list',
  object: 'object',
}

function takes(field: Json): string {
  if (!isObject(field)) return 'anything'
  if (Array.isArray(field.enum)) return field.enum.join(', ')
  const kind = typeof field.type === 'string' ? (KINDS[field.type] ?? field.type) : 'anything'
  const { minimum, maximum, maxLength, maxItems } = field
  if (typeof minimum === 'number' && typeof maximum === 'number')
    return `${kind}, ${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}`
  if (typeof maxLength === 'number') return `${kind}, up to ${maxLength.toLocaleString('en')} characters`
  return typeof maxItems === 'number' ? `${kind}, up to ${maxItems}` : kind
}
