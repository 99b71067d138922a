'use client'

import { CalendarClock } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button, type ButtonProps } from '../ui/button.tsx'
import type { NewAutomation } from './automation-dialog.tsx'

// Loaded on click: most visitors never use it.
const AutomationDialog = lazy(async () => ({
  default: (await import('./automation-dialog.tsx')).AutomationDialog,
}))

export function AutomateButton({ size, ...automation }: NewAutomation & { size?: ButtonProps['size'] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button type="button" variant="outline" size={size} onClick={() => setOpen(true)}>
        <CalendarClock aria-hidden /> Automate
      </Button>
      {isOpen && (
        <Suspense>
          <AutomationDialog {...automation} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
