/** A row after its type was changed: limits of the old type go, what still makes sense stays. Pure. */
import type { FieldType } from '#lib/contract/schema/field-map.ts'
import type { Row } from './schema-table.ts'

const TEXT_LIMITS = ['minLength', 'maxLength'] as const
const NUMBER_LIMITS = ['min', 'max'] as const

export function retyped(row: Row, type: FieldType): Row {
  if (type === row.type) return row
  const isNumber = type === 'number' || type === 'integer'
  const wasNumber = row.type === 'number' || row.type === 'integer'
  const gone = new Set<string>([
    ...(type === 'string' ? [] : TEXT_LIMITS),
    ...(isNumber ? [] : NUMBER_LIMITS),
    ...(isNumber && wasNumber ? [] : ['default', 'enum']),
  ])
  return { ...(Object.fromEntries(Object.entries(row).filter(([key]) => !gone.has(key))) as Row), type }
}
