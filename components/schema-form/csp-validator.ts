/**
 * The validator the form library asks which branch of a choice a value belongs to.
 *
 * It interprets schemas instead of compiling them, so it runs under a content security policy without
 * 'unsafe-eval'. What is wrong with a value is not its business: `quick-check.ts` and the server say that.
 */
import { type Schema, Validator } from '@cfworker/json-schema'
import type { RJSFSchema, ValidatorType } from '@rjsf/utils'

export function createCspValidator(): ValidatorType {
  const known = new WeakMap<object, Validator>()

  function validatorOf(schema: RJSFSchema, root: RJSFSchema): Validator {
    const kept = known.get(schema)
    if (kept) return kept
    // '#/$defs/…' inside a fragment means the root's.
    const { $id: _, ...fragment } = schema
    const whole = { definitions: root.definitions, $defs: root.$defs, ...fragment } as Schema
    const validator = new Validator(whole, '7', true)
    known.set(schema, validator)
    return validator
  }

  return {
    isValid(schema, data, root) {
      try {
        return validatorOf(schema, root).validate(plain(data)).valid
      } catch {
        // A schema that cannot be interpreted chooses nothing.
        return false
      }
    },
    validateFormData: () => ({ errors: [], errorSchema: {} }),
    rawValidation: () => ({ errors: [] }),
  }
}

/** JSON has no undefined, and neither has the interpreter: it throws on one. */
function plain(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data ?? null))
}
