'use client'

import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { DisabledUntilHydrated } from '../../browser/disabled-until-hydrated.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'

type WithdrawProps = { title: string; withdraw: () => Promise<ActionResult<void>> }

export function WithdrawButton({ title, withdraw }: WithdrawProps) {
  return (
    <DisabledUntilHydrated>
      <ConfirmDialog
        title={`Withdraw ${title}?`}
        description="The submission leaves the queue and loses its position. You can submit the same version number again."
        confirmLabel="Withdraw"
        destructive={false}
        onConfirm={() => withdraw()}
        onDone={`${title} was withdrawn.`}
      >
        <Button variant="outline">Withdraw…</Button>
      </ConfirmDialog>
    </DisabledUntilHydrated>
  )
}
