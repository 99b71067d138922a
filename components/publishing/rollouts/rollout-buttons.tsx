'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, ReasonDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'

type FinishButtonProps = { number: string; finish: () => Promise<ActionResult<unknown>> }

export function FinishButton({ number, finish }: FinishButtonProps) {
  return (
    <ConfirmDialog
      title={`Give ${number} to everyone now?`}
      description="Everyone who follows a range gets it from the next run on, whatever its first runs showed. You can return to the older version afterwards."
      confirmLabel="To all now"
      destructive={false}
      onConfirm={finish}
      onDone={`Everyone who follows a range gets ${number}.`}
    >
      <Button variant="outline">To all now…</Button>
    </ConfirmDialog>
  )
}

type ReturnButtonProps = {
  number: string
  /** The number that is served again. */
  returnTo: string
  returnVersion: (reason: string) => Promise<ActionResult<unknown>>
}

export function ReturnButton({ number, returnTo, returnVersion }: ReturnButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const router = useRouter()
  return (
    <>
      <Button variant="outline" className="text-destructive" onClick={() => setOpen(true)}>
        Return to {returnTo}…
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`Return to ${returnTo}?`}
          description={`Everyone who follows a range gets ${returnTo} from the next run on. Runs that have begun end on ${number}. It still runs where it is asked for by its number, and later versions of the same major are returned as well.`}
          field={{
            label: 'Reason',
            help: 'Sent to the organisations that have it.',
            isRequired: true,
          }}
          confirmLabel={`Return to ${returnTo}`}
          destructive
          onConfirm={returnVersion}
          onDone={() => {
            toast.success(`${returnTo} is served again.`)
            setOpen(false)
            router.refresh()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
