'use client'

import { useEffect, useRef } from 'react'
import type { PublicError } from '#lib/kernel/errors.ts'
import { Alert, RefusalAlert } from '../alert.tsx'

export type FormState = PublicError | null

type FormErrorProps = { state: FormState; fields: string[] }

/** Focuses the first invalid field, else the message. Render it inside the form. */
export function FormError({ state, fields }: FormErrorProps) {
  const container = useRef<HTMLDivElement>(null)
  const sentence = formMessage(state, fields)

  useEffect(() => {
    if (!state || !container.current) return
    const invalidField = container.current.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]')
    const target = invalidField ?? container.current
    target.focus()
  }, [state])

  return (
    <div ref={container} tabIndex={-1} className="rounded-lg empty:hidden">
      {sentence && state?.href && <RefusalAlert error={state} />}
      {sentence && !state?.href && (
        <Alert variant="destructive">
          {sentence} {state?.suggested_action}
        </Alert>
      )}
    </div>
  )
}

/** Returns the error of a check that the browser makes before it sends anything. */
export function errorAt(path: string, message: string): PublicError {
  return { code: 'INVALID_INPUT', message, recoverable: true, details: [{ path, message }] }
}

export function errorsAt(state: FormState, path: string): string[] {
  return (state?.details ?? []).filter((issue) => issue.path === path).map(({ message }) => message)
}

/** Returns the message of the form, or undefined if the fields show every issue. */
function formMessage(state: FormState, paths: string[]): string | undefined {
  if (!state) return undefined
  const isShownAtField = state.details?.length && state.details.every(({ path }) => paths.includes(path))
  return isShownAtField ? undefined : state.message
}
