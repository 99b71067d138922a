import type { FormContextType, Registry, RJSFSchema, SchemaUtilsType } from '@rjsf/utils'
import type { FormContract } from '../validation/form-contract.ts'
import { startValue } from '../values/start-value.ts'
import { readDrawnField } from './drawn-field.ts'
import { findNode } from './form-schema.ts'

const adapted = new WeakMap<object, unknown>()

/** Answers what the library asks about a schema from the contract. */
export function contractRegistry<Context extends FormContextType & { contract: FormContract }>(
  given: Registry<unknown, RJSFSchema, Context>,
): Registry<unknown, RJSFSchema, Context> {
  const known = adapted.get(given)
  if (known) return known as typeof given
  const { contract } = given.formContext
  const answers: Partial<SchemaUtilsType<unknown, RJSFSchema, Context>> = {
    retrieveSchema: (schema) => schema,
    isSelect: () => false,
    isMultiSelect: (schema) => readDrawnField(schema).checks !== undefined,
    isFilesArray: () => false,
    getDisplayLabel: () => false,
    getClosestMatchingOption: (_value, [first]) => findNode(first)?.branch?.chosen ?? -1,
    // The library drops values that the other branch lacks (rjsf-team/react-jsonschema-form#4449, #3977).
    sanitizeDataForNewSchema(to, from) {
      const [next, before] = [findNode(to)?.branch, findNode(from)?.branch]
      return (next ?? before)?.switchTo(before, next)
    },
    getDefaultFormState(schema, value) {
      const { schemas = [], branch } = findNode(schema) ?? {}
      return value === undefined ? startValue(contract, schemas, branch?.picks) : value
    },
  }
  const schemaUtils = Object.assign(Object.create(given.schemaUtils), answers)
  const registry = { ...given, schemaUtils }
  adapted.set(given, registry)
  adapted.set(registry, registry)
  return registry
}
