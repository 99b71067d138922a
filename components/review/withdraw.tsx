'use client'

import { toast } from 'sonner'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { Confirm } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { UntilListening } from '../ui/until-listening.tsx'

type WithdrawProps = { title: string; withdraw: () => Promise<ActionResult<void>> }

/** The publisher's way to take a submission back. */
export function Withdraw({ title, withdraw }: WithdrawProps) {
  return (
    <UntilListening>
      <Confirm
        title={`Withdraw ${title}?`}
        what="It leaves the queue and loses its place. The number stays yours: you can submit it again."
        verb="Withdraw"
        destructive={false}
        onConfirm={async () => {
          const result = await withdraw()
          if (!result.ok) return result.error.message
          toast.success(`${title} is withdrawn.`)
        }}
      >
        <Button variant="outline">Withdraw…</Button>
      </Confirm>
    </UntilListening>
  )
}
