/** The validator that react-jsonschema-form asks: the form's verdict is the compiled contract's, and so the server's. */
import type { FormContextType, RJSFSchema, RJSFValidationError, ValidatorType } from '@rjsf/utils'
import { surplusFaults } from '../../../json-schema/evaluate/faults.ts'
import { prepareCompiledInput } from '../../../json-schema/inputs/prepare-compiled-input.ts'
import type { Issue } from '../../../kernel/errors.ts'
import { isObject, type Json } from '../../../kernel/json/json.ts'
import type { FormContract } from '../validation/form-contract.ts'
import { type FormValue, toJsonValue } from '../values/form-value.ts'
import { findNode } from './form-schema.ts'

export function contractValidator<Context extends FormContextType>(
  contract: FormContract,
): ValidatorType<unknown, RJSFSchema, Context> {
  const errorsOf = (value: unknown) =>
    validateContract(contract, (value ?? {}) as Json).map(toValidationError)
  return {
    isValid(schema, value) {
      const json = toJsonValue(value as FormValue) ?? null
      const parts = findNode(schema)?.schemas ?? [false]
      return parts.every((part) => (isObject(part) ? contract.isValid(part, json) : part === true))
    },
    rawValidation: <Result>(_schema: RJSFSchema, value: unknown) => ({ errors: errorsOf(value) as Result[] }),
    validateFormData(value, _schema, _customValidate, transformErrors, uiSchema) {
      const errors = errorsOf(value)
      // `extraErrors` provides these.
      return { errors: transformErrors?.(errors, uiSchema) ?? errors, errorSchema: {} }
    },
  }
}

/**
 * The interpreter explains a value that the compiled contract refuses, and says whether coercion makes it valid, as it
 * does on the server. It decides alone while the compiled contract is not loaded.
 */
function validateContract(contract: FormContract, value: Json): Issue[] {
  const isValid = contract.compiled?.('', value) === true && !surplusFaults(contract, value)
  return isValid ? [] : prepareCompiledInput(contract, value).issues
}

function toValidationError({ path, message, keyword, params }: Issue): RJSFValidationError {
  return { property: path, message, name: keyword, params, stack: message }
}

export function issueOfError({ property = '', message = '', name, params }: RJSFValidationError): Issue {
  return { path: property, message, ...(name && { keyword: name }), ...(params && { params }) } as Issue
}
