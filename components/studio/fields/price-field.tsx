'use client'

import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { textAt } from '../edit-document.ts'
import { fieldId } from '../field-id.ts'
import { useStudio } from '../studio-context.tsx'

/** What one run costs; empty is free. */
export function PriceField({ pointer }: { pointer: string }) {
  const { state, set, errors } = useStudio()
  const amountPointer = `${pointer}/amount`
  return (
    <Field
      id={fieldId(amountPointer)}
      label="Price per run, in USDC"
      optional
      className="max-w-xs"
      help="Leave empty for free. Callers pay only when the output keeps the contract. Runs by your own organisation, and by its owners and admins anywhere, are free."
      errors={[...errors(amountPointer), ...errors(pointer)]}
    >
      {(wired) => (
        <Input
          {...wired}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.05"
          value={textAt(state.document, amountPointer)}
          onChange={({ target: { value } }) =>
            set(
              pointer,
              value === '' ? undefined : { model: 'per_job', amount: value.trim(), currency: 'USDC' },
            )
          }
        />
      )}
    </Field>
  )
}
