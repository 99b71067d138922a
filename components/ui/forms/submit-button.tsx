'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { type FormEvent, useActionState, useRef } from 'react'
import { useFormStatus } from 'react-dom'
import { Button, type ButtonProps } from '../button.tsx'
import { callWithIdentity } from '../confirm-identity.ts'
import { toast } from '../toast.ts'
import { attemptAction } from '../use-action.ts'

export function SubmitButton(props: ButtonProps) {
  const { pending } = useFormStatus()
  return <Button {...props} type="submit" pending={pending || props.pending} />
}

type FormActionProps = { action: (form: FormData) => void; onReset: (event: FormEvent) => void }

/**
 * Returns the state of the action, and the props of its form. The form works before scripts have loaded: without a URL
 * React writes `action=""`, which is invalid HTML. If the server cannot be reached, a toast says so, and the form keeps
 * what the person has typed. With `keepsFields` it does so after an error, too, which otherwise empties passwords and
 * whatever was typed while the action was pending.
 */
export function useFormAction<State>(
  action: (before: Awaited<State>, form: FormData) => State | Promise<State>,
  initial: Awaited<State>,
  { keepsFields = false }: { keepsFields?: boolean } = {},
): [state: Awaited<State>, form: FormActionProps] {
  const path = usePathname()
  const query = useSearchParams()?.toString()
  const isKept = useRef(false)

  async function attempt(before: Awaited<State>, form: FormData): Promise<Awaited<State>> {
    const result = await attemptAction(async () => ({
      ok: true,
      data: await callWithIdentity(async () => await action(before, form), refusalIn),
    }))
    isKept.current = !result.ok || (keepsFields && refusalIn(result.data) !== null)
    if (result.ok) return result.data
    toast.error(result.error.message)
    return before
  }

  // The server renders the action itself, whose form can be sent without scripts.
  const sent = typeof window === 'undefined' ? action : attempt
  const [state, send] = useActionState(sent, initial, query ? `${path}?${query}` : path)
  // React resets a form after its action, which would empty a form that has to be sent again.
  const onReset = (event: FormEvent) => isKept.current && event.preventDefault()
  return [state, { action: send, onReset }]
}

/** The state of a form is its error, or has it beside what the person has typed. */
function refusalIn(state: unknown): { href?: string } | null {
  if (typeof state !== 'object' || state === null) return null
  return 'error' in state ? refusalIn(state.error) : state
}
