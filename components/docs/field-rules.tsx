/** The fields of a document's part and their rules, read from the schema that checks them. */
import { isObject, type Json, type JsonSchema } from '#lib/contract/json/json.ts'
import { Code, DataTable } from './data-table.tsx'

export function FieldRules({ label, schema }: { label: string; schema: JsonSchema }) {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  const rows = Object.entries(properties).map(([name, property]) => [
    <Code key="name">{name}</Code>,
    required.includes(name) ? 'yes' : 'no',
    ruleOf(name, property),
  ])
  return <DataTable label={label} columns={['Field', 'Required', 'Rule']} rows={rows} />
}

/** The note where there is one, else the rule without the field's name: it stands beside it. */
function ruleOf(name: string, property: Json): string {
  if (!isObject(property)) return ''
  const { errorMessage, description, items } = property
  if (typeof description === 'string') return description
  const ofItems = isObject(items) ? items.errorMessage : undefined
  const says = typeof ofItems === 'string' ? ofItems : typeof errorMessage === 'string' ? errorMessage : ''
  const rule = says.startsWith(`${name} `) ? says.slice(name.length + 1) : says
  return rule === '' ? '' : `${rule.charAt(0).toUpperCase()}${rule.slice(1)}.`
}
