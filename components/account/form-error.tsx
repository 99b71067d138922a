'use client'

import { useEffect, useRef } from 'react'
import { Alert } from '../ui/alert.tsx'
import { errorOfAll, type FormState } from './form-state.ts'

type FormErrorProps = { state: FormState; fields: string[] }

/**
 * Says what went wrong with a form, and moves the focus there: to the first bad field, else to the sentence.
 * Stands inside the form.
 */
export function FormError({ state, fields }: FormErrorProps) {
  const place = useRef<HTMLDivElement>(null)
  const sentence = errorOfAll(state, fields)

  useEffect(() => {
    if (!state || !place.current) return
    const badField = place.current.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]')
    const target = badField ?? place.current
    target.focus()
  }, [state])

  return (
    <div ref={place} tabIndex={-1} className="outline-none empty:hidden">
      {sentence && (
        <Alert variant="destructive">
          {sentence} {state?.suggested_action}
        </Alert>
      )}
    </div>
  )
}
