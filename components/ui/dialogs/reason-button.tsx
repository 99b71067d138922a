'use client'

import { type ComponentProps, useState } from 'react'
import { Button } from '../button.tsx'
import { toast } from '../toast.ts'
import { ReasonDialog } from './confirm-dialog.tsx'

type ReasonButtonProps = Omit<ComponentProps<typeof ReasonDialog>, 'onDone' | 'onClose'> & {
  label: string
  /** Shown when it is done. */
  success: string
}

/** A button that asks for a reason before it acts. */
export function ReasonButton({ label, success, ...dialog }: ReasonButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <ReasonDialog
          {...dialog}
          onDone={() => {
            toast.success(success)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
