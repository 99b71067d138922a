import type { FormContract } from '../validation/form-contract.ts'
import { type FieldModel, readFieldModel } from './field-model.ts'
import type { FieldOption } from './field-options.ts'
import { listParts } from './schema-parts.ts'

const MANY = 24

/** Returns the options of a list without duplicates if they are few enough for checkboxes; otherwise undefined. */
export function checkboxOptions(contract: FormContract, field: FieldModel): FieldOption[] | undefined {
  const { tupleLength, isSet, schemasAt } = listParts(field)
  if (!isSet || tupleLength > 0) return undefined
  const { options } = readFieldModel(contract, schemasAt(0), undefined)
  return options && options.length <= MANY ? options : undefined
}
