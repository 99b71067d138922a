'use client'

/** The contract's fields, drawn by react-jsonschema-form with a theme of ours. Controlled: it holds nothing of its own. */
import Form from '@rjsf/core'
import { useCallback, useMemo, useRef } from 'react'
import { toPointer } from '#lib/contract/json/json-pointer.ts'
import { CONTRACT_FIELDS, DECIDES_NOTHING, FILLS_NOTHING, HoldingProvider } from './contract-theme.tsx'
import { Field } from './field.tsx'
import { type FormApi, FormProvider } from './form-context.ts'
import type { FormContract } from './form-contract.ts'
import type { ABSENT, Held } from './held.ts'

/** Sets what stands at `pointer`; new properties take their place in the order of the contract. */
export type Change = (
  pointer: string,
  value: Held | typeof ABSENT,
  orderOf: (keys: readonly string[]) => readonly string[],
) => void

type DrawnFormProps = {
  contract: FormContract
  held: Held
  epoch: number
  idPrefix: string
  disabled?: boolean
  /** The same function as long as the form lives. */
  onChange: Change
}

export function DrawnForm({ contract, held, epoch, idPrefix, disabled = false, onChange }: DrawnFormProps) {
  const orders = useRef(new Map<string, readonly string[]>())
  const noteOrder = useCallback((pointer: string, names: readonly string[]) => {
    orders.current.set(pointer, names)
  }, [])
  const form = useMemo<FormApi>(
    () => ({
      contract,
      Field,
      idPrefix,
      disabled,
      epoch,
      noteOrder,
      change: (pointer, value) =>
        onChange(pointer, value, (keys) => orders.current.get(toPointer(keys)) ?? []),
    }),
    [contract, idPrefix, disabled, epoch, noteOrder, onChange],
  )
  return (
    <FormProvider value={form}>
      <HoldingProvider value={held}>
        <Form
          // The form around this one submits; this one draws.
          tagName="div"
          schema={contract.schema}
          validator={DECIDES_NOTHING}
          fields={CONTRACT_FIELDS}
          idPrefix={idPrefix}
          disabled={disabled}
          noValidate
          showErrorList={false}
          experimental_defaultFormStateBehavior={FILLS_NOTHING}
        >
          {NO_SUBMIT_BUTTON}
        </Form>
      </HoldingProvider>
    </FormProvider>
  )
}

// Without a child the library adds a button of its own.
const NO_SUBMIT_BUTTON = <span hidden />
