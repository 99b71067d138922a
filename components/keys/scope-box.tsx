'use client'

import { type KeyScope, SCOPE_MEANINGS } from '#lib/contract/market/key-scopes.ts'
import { Checkbox } from '../ui/checkbox.tsx'

type ScopeBoxProps = { scope: KeyScope; checked: boolean; onChange: (checked: boolean) => void }

/** One thing a key may do, with what it means. */
export function ScopeBox({ scope, checked, onChange }: ScopeBoxProps) {
  const id = `scope-${scope}`
  return (
    <div className="flex items-start gap-2.5">
      <Checkbox
        id={id}
        className="mt-0.5"
        checked={checked}
        onCheckedChange={(next) => onChange(next === true)}
        aria-describedby={`${id}-meaning`}
      />
      <div className="grid text-sm">
        <label htmlFor={id} className="font-medium">
          {scope}
        </label>
        <span id={`${id}-meaning`} className="text-muted-foreground">
          {SCOPE_MEANINGS[scope]}
        </span>
      </div>
    </div>
  )
}
