'use client'

import { lazy, Suspense, useEffect, useState } from 'react'
import { subscribeToToasts } from '../ui/toast.ts'

const SonnerToaster = lazy(async () => ({ default: (await import('./sonner-toaster.tsx')).SonnerToaster }))

export function Toaster() {
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => (isNeeded ? undefined : subscribeToToasts(() => setNeeded(true))), [isNeeded])
  return (
    isNeeded && (
      <Suspense>
        <SonnerToaster />
      </Suspense>
    )
  )
}
