/** By the published contract, with the server's messages. */
import type { RJSFSchema, RJSFValidationError, ValidatorType } from '@rjsf/utils'
import type { Issue } from '#lib/errors.ts'
import type { FormContract } from '#lib/form-model/form-contract.ts'
import { nodeOf } from '#lib/form-model/form-schema.ts'
import { type FormValue, toJsonValue } from '#lib/form-model/form-value.ts'
import { isObject, type Json } from '#lib/json/json.ts'
import { surplusFaults } from '#lib/json-schema/evaluate/faults.ts'
import { prepareWith } from '#lib/json-schema/inputs/prepare-with.ts'
import type { FormContext } from './contract-form.tsx'

export function contractValidator(contract: FormContract): ValidatorType<unknown, RJSFSchema, FormContext> {
  const errorsOf = (value: unknown) => issuesOf(contract, (value ?? {}) as Json).map(errorOf)
  return {
    isValid(schema, value) {
      const json = toJsonValue(value as FormValue) ?? null
      const parts = nodeOf(schema)?.schemas ?? [false]
      return parts.every((part) => (isObject(part) ? contract.isValid(part, json) : part === true))
    },
    rawValidation: <Result>(_schema: RJSFSchema, value: unknown) => ({ errors: errorsOf(value) as Result[] }),
    validateFormData(value, _schema, _customValidate, transformErrors, uiSchema) {
      const errors = errorsOf(value)
      // By `extraErrors`.
      return { errors: transformErrors?.(errors, uiSchema) ?? errors, errorSchema: {} }
    },
  }
}

/** The compiled contract answers for valid values, the evaluator for others. */
function issuesOf(contract: FormContract, value: Json): Issue[] {
  const isValid = contract.compiled?.('', value) === true && !surplusFaults(contract, value)
  return isValid ? [] : prepareWith(contract, value).issues
}

function errorOf({ path, message, keyword, params }: Issue): RJSFValidationError {
  return { property: path, message, name: keyword, params, stack: message }
}

export function issueOf({ property = '', message = '', name, params }: RJSFValidationError): Issue {
  return { path: property, message, ...(name && { keyword: name }), ...(params && { params }) } as Issue
}
