'use client'

import { useState } from 'react'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { useAction } from '../ui/use-action.ts'

export type CancelRun = () => Promise<ActionResult<void>>

/** Stays pending until the run has ended, which takes a moment after the server agreed; a failure is a toast. */
export function CancelRunButton({
  cancel,
  label = 'Cancel',
  onClick,
  ...rest
}: ButtonProps & { cancel: CancelRun; label?: string }) {
  const [isSent, setSent] = useState(false)
  const [isSending, run] = useAction()
  const pending = isSending || isSent
  return (
    <Button
      variant="outline"
      {...rest}
      pending={pending}
      onClick={(event) => {
        onClick?.(event)
        run(cancel, () => setSent(true))
      }}
    >
      {pending ? 'Cancelling…' : label}
    </Button>
  )
}
