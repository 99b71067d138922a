import { unstable_isUnrecognizedActionError, unstable_rethrow } from 'next/navigation'
import { useTransition } from 'react'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { callWithIdentity } from './confirm-identity.ts'
import { toast } from './toast.ts'

/** What happens after success; a text is shown as a toast. */
export type OnDone<Data> = string | ((data: Data) => unknown)

type Run = <Data>(action: () => Promise<ActionResult<Data>>, onDone?: OnDone<Data>) => void

/**
 * Calls server actions in a transition. A refusal is passed to `onRefuse`, which shows a toast by default; a server that
 * cannot be reached counts as a refusal.
 */
export function useAction(onRefuse = showRefusal): [pending: boolean, run: Run] {
  const [pending, start] = useTransition()
  const run: Run = (action, onDone) => {
    start(async () => {
      const result = await attemptAction(action)
      if (result.ok) await finishAction(onDone, result.data)
      else onRefuse(result.error)
    })
  }
  return [pending, run]
}

export async function finishAction<Data>(onDone: OnDone<Data> | undefined, data: Data): Promise<void> {
  if (typeof onDone === 'string') toast.success(onDone)
  else await onDone?.(data)
}

function showRefusal({ message }: PublicError): void {
  toast.error(message)
}

export const UNREACHABLE: PublicError = {
  code: 'TOOL_NOT_AVAILABLE',
  message: 'The server cannot be reached.',
  recoverable: true,
  suggested_action: 'Check your connection, then try again.',
}

const UPDATED: PublicError = {
  code: 'TOOL_NOT_AVAILABLE',
  message: 'The site was updated. Copy what you have written, then reload the page.',
  recoverable: true,
}

/**
 * Calls a server action. Call every server action within this or `useAction`: the promise of an action rejects without
 * a connection, during a restart, and after an update of the site, and a rejection in a transition replaces the whole
 * page with `app/error.tsx`, along with what the person has typed. Redirects pass through. An action that returns
 * nothing has succeeded. One that needs a confirmed identity asks for it in a dialog, and goes on.
 */
export async function attemptAction<T>(
  call: () => Promise<ActionResult<T>> | Promise<void>,
): Promise<ActionResult<T>> {
  try {
    const perform = async () => ((await call()) ?? { ok: true, data: undefined }) as ActionResult<T>
    return await callWithIdentity(perform, (result) => (result.ok ? null : result.error))
  } catch (thrown) {
    unstable_rethrow(thrown)
    return { ok: false, error: unstable_isUnrecognizedActionError(thrown) ? UPDATED : UNREACHABLE }
  }
}
