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
      label="Price of a run, in USDC"
      optional
      className="max-w-xs"
      help="Leave it empty to offer it free. Callers pay only when the output keeps the contract; runs of your own organisation, and those of its owners and admins from any other, cost nothing."
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
