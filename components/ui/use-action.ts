import { unstable_isUnrecognizedActionError, unstable_rethrow } from 'next/navigation'
import { useTransition } from 'react'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { toast } from './toast.ts'

/** Text is shown as a toast. */
export type Done<Data> = string | ((data: Data) => unknown)

type Run = <Data>(act: () => Promise<ActionResult<Data>>, done?: Done<Data>) => void

/** Calls server actions; a refusal, also by a server that cannot be reached, is a toast, unless `onRefuse` shows it. */
export function useAction(onRefuse = showRefusal): [pending: boolean, run: Run] {
  const [pending, start] = useTransition()
  const run: Run = (act, done) => {
    start(async () => {
      const result = await attemptAction(act)
      if (result.ok) await finishAction(done, result.data)
      else onRefuse(result.error)
    })
  }
  return [pending, run]
}

export async function finishAction<Data>(done: Done<Data> | undefined, data: Data): Promise<void> {
  if (typeof done === 'string') toast.success(done)
  else await done?.(data)
}

function showRefusal({ message }: PublicError): void {
  toast.error(message)
}

const UNREACHABLE: PublicError = {
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
 * nothing has succeeded.
 */
export async function attemptAction<T>(
  call: () => Promise<ActionResult<T>> | Promise<void>,
): Promise<ActionResult<T>> {
  try {
    const result = await call()
    return (result ?? { ok: true, data: undefined }) as ActionResult<T>
  } catch (thrown) {
    unstable_rethrow(thrown)
    return { ok: false, error: unstable_isUnrecognizedActionError(thrown) ? UPDATED : UNREACHABLE }
  }
}
