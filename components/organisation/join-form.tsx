'use client'

import { useActionState } from 'react'
import { FormError } from '../account/form-error.tsx'
import type { FormState } from '../account/form-state.ts'
import { SubmitButton } from '../ui/submit-button.tsx'

type JoinFormProps = { organisationName: string; join: () => Promise<FormState> }

export function JoinForm({ organisationName, join }: JoinFormProps) {
  const [error, send] = useActionState<FormState>(join, null)
  return (
    <form action={send} className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={[]} />
      <SubmitButton className="w-full">Join {organisationName}</SubmitButton>
    </form>
  )
}
