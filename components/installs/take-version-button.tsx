'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../ui/button.tsx'
import { ReasonDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../ui/toast.ts'

type TakeVersionButtonProps = {
  number: string
  organisationName: string
  take: (reason: string) => Promise<ActionResult<string>>
}

export function TakeVersionButton({ number, organisationName, take }: TakeVersionButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const router = useRouter()
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        Take {number} now…
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`Take ${number} now?`}
          description={`${organisationName} gets this version at once wherever a range leads to it, before its age or its rollout is over. Pins, toolsets and permissions stay as they are.`}
          field={{
            label: 'Reason',
            help: 'Why you do not wait. Stored in the audit log.',
            isRequired: true,
          }}
          confirmLabel={`Take ${number}`}
          onConfirm={take}
          onDone={() => {
            toast.success(`${organisationName} gets ${number} from now on.`)
            setOpen(false)
            router.refresh()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
