'use client'

/**
 * Where react-jsonschema-form ends and the contract begins: the theme that `<Form>` draws with.
 *
 * The library carries the form: its registry, its ids, its life. Every value is drawn by one field of ours, because
 * the library's own fields merge defaults into what was typed, and lose what they cannot draw: a list where an object
 * is due, a null, a property of a branch that was left, a place of a tuple that was skipped. So nothing is added to
 * the data here, nor taken from it.
 */
import type { FormProps } from '@rjsf/core'
import type { RegistryFieldsType, ValidatorType } from '@rjsf/utils'
import { createContext, use, useMemo } from 'react'
import type { Json } from '#lib/contract/json/json.ts'
import { Field } from './field.tsx'
import { useForm } from './form-context.ts'
import type { Held } from './held.ts'
import { interned } from './parts.ts'

/** What the form holds, for the field at its root: a value in the making is more than `formData` can be. */
const Holding = createContext<Held>(undefined)
export const HoldingProvider = Holding.Provider

export const CONTRACT_FIELDS: RegistryFieldsType = { SchemaField: ContractField }

function ContractField() {
  const { contract } = useForm()
  const held = use(Holding)
  const schemas = useMemo(() => interned([contract.schema as Json]), [contract])
  return <Field schemas={schemas} pointer="" place="root" name="" value={held} required depth={0} />
}

/** The library fills in nothing by itself: what a form starts with is the contract's to say (`start-value.ts`). */
export const FILLS_NOTHING = {
  arrayMinItems: { populate: 'never' },
  emptyObjectFields: 'skipDefaults',
  allOf: 'skipDefaults',
  constAsDefaults: 'never',
  requiredBooleanDefault: 'skip',
} as const satisfies FormProps['experimental_defaultFormStateBehavior']

/**
 * The library must be given a validator, and what it says decides nothing: which branch holds and what is wrong with
 * a value is asked of the contract, by the fields and by the form around this one. A test says so.
 */
export const DECIDES_NOTHING: ValidatorType = {
  isValid: () => false,
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
}
