/** Lists of flat records, which are drawn as a table. */
import { isObject, type Json } from '#lib/kernel/json/json.ts'
import { controlKind } from '../fields/control-kind.ts'
import { chooseLabel, isBlob, isFile, isSecretField, mergeFacts } from '../fields/field-facts.ts'
import { isLongText } from '../fields/field-labels.ts'
import { type FieldModel, readFieldModel } from '../fields/field-model.ts'
import { listParts, objectParts } from '../fields/schema-parts.ts'
import type { FormContract } from '../validation/form-contract.ts'
import { type FormValue, toJsonValue } from '../values/form-value.ts'

export type RecordColumn = {
  name: string
  label: string
  /** The unit of numbers, or their currency. */
  unit: string | undefined
  required: boolean
  kind: 'string' | 'number' | 'integer' | 'boolean' | 'options'
  field: FieldModel
}

const KINDS = ['string', 'number', 'integer', 'boolean', 'options']
const DEPENDING = ['if', 'dependentSchemas', 'dependentRequired', 'dependencies', 'patternProperties']
const MAX_COLUMNS = 7

/**
 * Returns the columns of a list whose rows have the same few fields of one line each; undefined for any other list, and
 * for a value that has more than the columns show.
 */
export function recordColumns(
  contract: FormContract,
  list: FieldModel,
  value: FormValue,
): RecordColumn[] | undefined {
  const { tupleLength, schemasAt } = listParts(list)
  if (tupleLength > 0) return undefined
  const row = readFieldModel(contract, schemasAt(0), undefined, { needsBranch: true })
  const isFixed = row.types.join() === 'object' && row.choices.length === 0 && !row.isNullable && !row.options
  if (!isFixed || row.schemas.some((schema) => DEPENDING.some((keyword) => keyword in schema)))
    return undefined
  const { properties, required } = objectParts(row, undefined)
  if (properties.size < 2 || properties.size > MAX_COLUMNS) return undefined
  const columns = [...properties].map(([name, schemas]) =>
    readColumn(contract, name, { schemas, required: required.has(name) }),
  )
  if (!columns.every((column) => column !== undefined)) return undefined
  const rows = Array.isArray(value) ? value : []
  return rows.every((each) => isRowOf(columns, each)) ? columns : undefined
}

function readColumn(
  contract: FormContract,
  name: string,
  { schemas, required }: { schemas: readonly Json[]; required: boolean },
): RecordColumn | undefined {
  const field = readFieldModel(contract, schemas, undefined)
  const kind = controlKind(field, undefined, {})
  const facts = mergeFacts(field)
  const isOneLine =
    field.types.length < 2 && field.choices.length === 0 && KINDS.includes(kind) && !isLongText(name, facts)
  const isSpecial = isSecretField(facts) || isFile(facts) || isBlob(facts) || facts['x-choices'] !== undefined
  if (!isOneLine || isSpecial || field.isNullable) return undefined
  const unit = facts['x-unit'] ?? facts['x-currency']
  return {
    name,
    label: chooseLabel(contract, { schemas, slot: 'property', name, pointer: '' }),
    unit: typeof unit === 'string' ? unit : undefined,
    required,
    kind: kind as RecordColumn['kind'],
    field,
  }
}

function isRowOf(columns: readonly RecordColumn[], row: FormValue): boolean {
  if (toJsonValue(row) === undefined) return true
  return isObject(row) && Object.keys(row).every((key) => columns.some(({ name }) => name === key))
}
