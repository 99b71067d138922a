'use client'

import { useId, useState } from 'react'
import { MAX_QUARANTINE_HOURS } from '#lib/contracts/versions/withdrawal.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../../ui/button.tsx'
import { ReasonDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'

type QuarantineRequest = { skillSetId: string; versionIds?: string[] }

export type Quarantine = (request: QuarantineRequest, reason: string) => Promise<ActionResult<unknown>>

type QuarantineButtonProps = {
  skillSet: { id: string; name: string }
  version: { id: string; number: string }
  quarantine: Quarantine
}

export function QuarantineButton({ skillSet, version, quarantine }: QuarantineButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const group = useId()
  const subject = isWhole ? skillSet.name : `${skillSet.name} ${version.number}`
  const choices = [
    { label: `Version ${version.number} only`, value: false },
    { label: 'All published versions', value: true },
  ]
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Quarantine…
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`Quarantine: ${skillSet.name}`}
          description={`No one can run it for at most ${MAX_QUARANTINE_HOURS} hours. Running work stops, plans and automations wait, and it leaves the catalogue. You can lift it under Admin → Recalls; it ends by itself unless a recall follows.`}
          field={{
            label: 'Reason',
            help: 'Public: in the log of removals, and in the error that callers get.',
            isRequired: true,
          }}
          confirmLabel="Quarantine"
          destructive
          onConfirm={(reason) =>
            quarantine({ skillSetId: skillSet.id, ...(!isWhole && { versionIds: [version.id] }) }, reason)
          }
          onDone={() => {
            toast.success(`${subject} is in quarantine.`)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        >
          <fieldset className="grid gap-2.5">
            <legend className="pb-1.5 font-medium text-sm">What to quarantine</legend>
            {choices.map(({ label, value }) => (
              <label key={label} className="flex cursor-pointer items-start gap-2.5 text-sm">
                <input
                  type="radio"
                  name={group}
                  checked={isWhole === value}
                  onChange={() => setWhole(value)}
                  className="mt-1 size-4 shrink-0 accent-primary"
                />
                {label}
              </label>
            ))}
          </fieldset>
        </ReasonDialog>
      )}
    </>
  )
}
