'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useActionState } from 'react'
import { useFormStatus } from 'react-dom'
import { Button, type ButtonProps } from '../button.tsx'

export function SubmitButton(props: ButtonProps) {
  const { pending } = useFormStatus()
  return <Button {...props} type="submit" pending={pending || props.pending} />
}

/** Works before scripts have loaded. Without a URL React writes `action=""`, which is invalid HTML. */
export function useFormAction<State>(
  action: (before: Awaited<State>, form: FormData) => State | Promise<State>,
  initial: Awaited<State>,
): [state: Awaited<State>, send: (form: FormData) => void] {
  const path = usePathname()
  const query = useSearchParams()?.toString()
  const [state, send] = useActionState(action, initial, query ? `${path}?${query}` : path)
  return [state, send]
}
