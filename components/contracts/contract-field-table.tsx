import { listTypes, unconditional } from '#lib/json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import { Code, DataTable } from '../docs/data-table.tsx'

export function ContractFieldTable({
  label,
  schema,
  side,
}: {
  label: string
  schema: JsonSchema
  side: 'input' | 'output'
}) {
  const facts = fieldFacts(schema)
  if (facts.length === 0) return <p className="text-muted-foreground text-sm">No fields are declared.</p>
  return (
    <DataTable
      label={label}
      columns={['Field', side === 'input' ? 'Required' : 'Guaranteed', 'Description']}
      rows={facts.map(({ name, kind, isRequired, preset, description }) => [
        <Code key="name">{name}</Code>,
        isRequired ? 'yes' : preset === undefined ? 'no' : <Default key="needed" value={preset} />,
        <span key="what" className="grid gap-0.5 sm:min-w-48">
          <span>{kind}</span>
          {description && <span className="text-muted-foreground">{description}</span>}
        </span>,
      ])}
    />
  )
}

function Default({ value }: { value: string }) {
  return (
    <>
      no, default <Code>{value.length > 24 ? `${value.slice(0, 23)}…` : value}</Code>
    </>
  )
}

/** The facts about a field. `kind` summarises its type, such as "whole number, 1 to 20". */
type FieldFacts = {
  name: string
  kind: string
  isRequired: boolean
  preset?: string
  description?: string
}

const MAX_DEPTH = 3

export function fieldFacts(
  root: JsonSchema,
  schema: JsonSchema = root,
  before = '',
  depth = 0,
): FieldFacts[] {
  if (depth >= MAX_DEPTH) return []
  const parts = unconditional(root, schema)
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required : []))
  return parts.flatMap(({ properties }) =>
    Object.entries(isObject(properties) ? properties : {}).flatMap(([name, declared]): FieldFacts[] => {
      const field = mergeUnconditional(root, declared)
      const inside = isObject(field.items) ? mergeUnconditional(root, field.items) : field
      const fieldPath = `${before}${name}${isObject(field.items) ? '[]' : ''}`
      return [
        {
          name: before + name,
          kind: describeType(root, field),
          isRequired: required.includes(name),
          ...(field.default !== undefined && { preset: JSON.stringify(field.default) }),
          ...fieldDescription(field),
        },
        ...fieldFacts(root, inside, `${fieldPath}.`, depth + 1),
      ]
    }),
  )
}

function fieldDescription({ description, title }: JsonSchema): Pick<FieldFacts, 'description'> {
  const note = description ?? title
  return typeof note === 'string' ? { description: note } : {}
}

function mergeUnconditional(root: JsonSchema, schema: Json): JsonSchema {
  const { $ref: _, ...all } = Object.assign({}, ...unconditional(root, schema).toReversed()) as JsonSchema
  return all
}

const NAMES: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'yes or no',
  array: 'list',
  object: 'object',
  null: 'nothing',
}

const FORMATS: Record<string, string> = {
  date: 'date',
  'date-time': 'date and time',
  time: 'time of day',
  email: 'email address',
  uri: 'URL',
  uuid: 'UUID',
}

function describeType(root: JsonSchema, schema: JsonSchema): string {
  if (schema.const !== undefined) return `always ${formatValue(schema.const)}`
  if (Array.isArray(schema.enum)) return `one of ${joinWithCommas(schema.enum.map(formatValue))}`
  const types = listTypes(schema)
  if (types.length === 0)
    return Array.isArray(schema.oneOf) || Array.isArray(schema.anyOf) ? 'one of several types' : 'any value'
  return types.map((type) => describeOneType(root, schema, type)).join(' or ')
}

function describeOneType(root: JsonSchema, schema: JsonSchema, type: string): string {
  const name = NAMES[type] ?? type
  if (type === 'string')
    return `${FORMATS[String(schema.format)] ?? name}${describeRange(schema.minLength, schema.maxLength, 'characters')}`
  if (type === 'integer' || type === 'number') {
    if (schema.exclusiveMinimum !== undefined)
      return `${name}, greater than ${formatNumber(schema.exclusiveMinimum)}${describeMaximum(schema)}`

    return `${name}${describeRange(schema.minimum ?? schema.exclusiveMinimum, schema.maximum ?? schema.exclusiveMaximum)}`
  }
  if (type !== 'array') return name
  const items = isObject(schema.items)
    ? ` of ${describeType(root, mergeUnconditional(root, schema.items))}`
    : ''
  return `${name}${items}${describeRange(schema.minItems, schema.maxItems, 'items')}`
}

function describeRange(low: Json | undefined, high: Json | undefined, unit = ''): string {
  const [lowest, highest] = [low, high].map((limit) =>
    typeof limit === 'number' ? formatNumber(limit) : undefined,
  )
  const tail = unit && ` ${unit}`
  if (lowest !== undefined && highest !== undefined && low !== 0) return `, ${lowest} to ${highest}${tail}`
  if (highest !== undefined && lowest !== undefined)
    return unit ? `, up to ${highest}${tail}` : `, ${lowest} to ${highest}`
  if (highest !== undefined) return `, up to ${highest}${tail}`
  return lowest !== undefined && low !== 0 ? `, at least ${lowest}${tail}` : ''
}

function formatNumber(number: Json): string {
  return Number(number).toLocaleString('en-GB', { maximumFractionDigits: 12 })
}

function describeMaximum({ maximum, exclusiveMaximum }: JsonSchema): string {
  const upperLimit = maximum ?? exclusiveMaximum
  return typeof upperLimit === 'number' ? `, up to ${formatNumber(upperLimit)}` : ''
}

function formatValue(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const MAX_CHOICES = 8

function joinWithCommas(texts: string[]): string {
  const listed = texts.slice(0, MAX_CHOICES)
  return texts.length > MAX_CHOICES
    ? `${listed.join(', ')} and ${texts.length - MAX_CHOICES} more`
    : listed.join(', ')
}
