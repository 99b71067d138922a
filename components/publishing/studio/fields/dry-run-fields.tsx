'use client'

import { textAt } from '../../../drafts/edit-document.ts'
import { InputField } from '../../../ui/forms/field.tsx'
import { fieldId } from '../state/field-id.ts'
import { useStudio } from '../state/studio-context.tsx'
import { SwitchField } from './choice-fields.tsx'

export function DryRunFields({ pointer }: { pointer: string }) {
  const { state, set, value, errors } = useStudio()
  const pricePointer = `${pointer}/pricing/dryRunAmount`
  const isSupported = value(`${pointer}/dryRun`) !== undefined
  const hasPrice = value(`${pointer}/pricing`) !== undefined
  const isShown = hasPrice && (isSupported || value(pricePointer) !== undefined)
  return (
    <div className="grid gap-4">
      <SwitchField
        pointer={`${pointer}/dryRun`}
        label="Supports dry runs"
        onValue="supported"
        optional
        help="The handler checks context.dryRun and makes no changes when it is true. A paid skill rejects dry runs without this."
      />
      {isShown && (
        <InputField
          id={fieldId(pricePointer)}
          label="Price per dry run (USDC)"
          optional
          className="max-w-xs"
          help="Leave empty for free dry runs."
          errors={errors(pricePointer)}
          inputMode="decimal"
          placeholder="0"
          value={textAt(state.document, pricePointer)}
          onChange={(text) => set(pricePointer, text.trim() || undefined)}
        />
      )}
    </div>
  )
}
