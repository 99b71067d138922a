'use client'

import { useId } from 'react'
import { Checkbox } from './checkbox.tsx'
import { Label } from './label.tsx'

type AgreeBoxProps = {
  label: string
  agreed: boolean
  onAgree: (agreed: boolean) => void
  /** Somebody went on without it. */
  isMissing: boolean
}

/** The box that has to be ticked before something is done. */
export function AgreeBox({ label, agreed, onAgree, isMissing }: AgreeBoxProps) {
  const id = useId()
  return (
    <>
      <div className="flex items-center gap-2.5">
        <Checkbox
          id={id}
          checked={agreed}
          onCheckedChange={(checked) => onAgree(checked === true)}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? `${id}-error` : undefined}
        />
        <Label htmlFor={id}>{label}</Label>
      </div>
      {isMissing && (
        <p id={`${id}-error`} role="alert" className="text-destructive text-sm">
          Tick the box to agree, or cancel.
        </p>
      )}
    </>
  )
}
