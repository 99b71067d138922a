import type { ReactNode } from 'react'
import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import { Code } from './data-table.tsx'

/** Returns a row for each field. Fields in `forActions` are required unless the skill is an instruction. */
export function ruleRows(schema: JsonSchema, forActions: readonly string[] = []): ReactNode[][] {
  const required = Array.isArray(schema.required) ? schema.required : []
  return fieldsOf(schema).map(([name, field]) => [
    <Code key="name">{name}</Code>,
    required.includes(name) ? 'yes' : forActions.includes(name) ? 'for actions' : 'no',
    describeRules(name, field),
  ])
}

export function typeRows(schema: JsonSchema): ReactNode[][] {
  const required = Array.isArray(schema.required) ? schema.required : []
  return fieldsOf(schema).map(([name, field]) => [
    <Code key="name">{required.includes(name) ? name : `${name}?`}</Code>,
    describeType(field),
    isObject(field) && typeof field.description === 'string' ? field.description : '',
  ])
}

function fieldsOf(schema: JsonSchema): [string, Json][] {
  return Object.entries(isObject(schema.properties) ? schema.properties : {})
}

function describeRules(name: string, field: Json): string {
  if (!isObject(field)) return ''
  const { errorMessage, description, items } = field
  if (typeof description === 'string') return description
  const message = (isObject(items) && items.errorMessage) || errorMessage
  if (typeof message !== 'string') return ''
  const rule = message.startsWith(`${name} `) ? message.slice(name.length + 1) : message
  return `${rule.charAt(0).toUpperCase()}${rule.slice(1)}.`
}

const TYPE_LABELS: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  array: 'list',
  object: 'object',
}

function describeType(field: Json): string {
  if (!isObject(field)) return 'any value'
  if (Array.isArray(field.enum)) return field.enum.join(', ')
  const type = typeof field.type === 'string' ? (TYPE_LABELS[field.type] ?? field.type) : 'any value'
  const { minimum, maximum, maxLength, maxItems } = field
  if (typeof minimum === 'number' && typeof maximum === 'number')
    return `${type}, ${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}`
  if (typeof maxLength === 'number') return `${type}, up to ${maxLength.toLocaleString('en')} characters`
  return typeof maxItems === 'number' ? `${type}, up to ${maxItems}` : type
}
