import type { ReactNode } from 'react'
import type { FormState } from '../ui/forms/form-error.tsx'

/** The state of a form with a password, which the state itself never contains. */
export type PasswordState = { error: FormState; isSaved: boolean }
export type NameState = PasswordState & { name: string }

/** Always rendered, so that screen readers announce it. */
export function SavedNote({ show, children }: { show: boolean; children: ReactNode }) {
  return (
    <span role="status" className="text-success text-sm">
      {show && children}
    </span>
  )
}
