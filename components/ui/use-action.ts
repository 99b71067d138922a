import { useTransition } from 'react'
import type { PublicError } from '#lib/errors.ts'
import type { ActionResult } from '#lib/http/responses/action-result.ts'
import { toast } from './toast.ts'

/** Text is shown as a toast. */
export type Done<Data> = string | ((data: Data) => unknown)

type Run = <Data>(act: () => Promise<ActionResult<Data>>, done?: Done<Data>) => void

/** Calls server actions; a refusal is a toast, unless `onRefuse` shows it. */
export function useAction(onRefuse = showRefusal): [pending: boolean, run: Run] {
  const [pending, start] = useTransition()
  const run: Run = (act, done) => {
    start(async () => {
      const result = await act()
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
}

export async function attemptAction<T>(call: () => Promise<ActionResult<T>>): Promise<ActionResult<T>> {
  try {
    return await call()
  } catch {
    return { ok: false, error: UNREACHABLE }
  }
}
