/** Runs validators of @rjsf/validator-ajv8, compiled on the server. */
import type { RJSFSchema } from '@rjsf/utils'
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js'
import type { ValidatorFunctions } from '@rjsf/validator-ajv8/lib/types.js'
import { ROOT_URI } from '../../../json-schema/evaluate/compiled-schema.ts'
import { withinWorkLimit } from '../../../json-schema/limits/work-budget.ts'
import {
  PARTS_URI,
  partSchema,
  requireInValidator,
  VALIDATOR_RUNTIME,
  type ValidatorRuntime,
} from '../../../json-schema/precompile/validator-runtime.ts'
import type { Json } from '../../../kernel/json/json.ts'
import type { CompiledCheck } from './form-contract.ts'

export type ValidatorModule = {
  makeValidators: (runtime: ValidatorRuntime, require: typeof requireInValidator) => ValidatorFunctions
}

const PARTS: RJSFSchema = { $id: PARTS_URI }
const WHOLE: RJSFSchema = { $id: ROOT_URI }

export function compiledCheck({ makeValidators }: ValidatorModule): CompiledCheck {
  const functions = makeValidators(VALIDATOR_RUNTIME, requireInValidator)
  const validator = createPrecompiledValidator<Json, RJSFSchema>(functions, PARTS)
  const isValid = (pointer: string, value: Json) =>
    validator.isValid(pointer === '' ? WHOLE : (partSchema(pointer) as RJSFSchema), value, PARTS)
  return (pointer, value) =>
    withinWorkLimit(
      () => {
        try {
          return isValid(pointer, value)
        } catch {
          // Not compiled, or a value such as {"valueOf": 1}.
          return undefined
        }
      },
      () => undefined,
    )
}
