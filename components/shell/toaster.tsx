'use client'

import { type ComponentType, useEffect, useState } from 'react'
import { subscribeToToasts } from '../ui/toast.ts'

const INTERACTIONS = ['pointerdown', 'focusin', 'keydown'] as const

/**
 * Shows toasts. Sonner is loaded when the person first does something, and not with the first toast, because that toast
 * may say that the connection was lost. If it cannot be loaded, the next toast and the next connection try again.
 */
export function Toaster() {
  const [Loaded, setLoaded] = useState<ComponentType>()
  useEffect(() => {
    if (Loaded) return
    const load = () => {
      // A rejection of the import is a lost connection: whatever waits is shown after the next attempt.
      import('./sonner-toaster.tsx').then(
        ({ SonnerToaster }) => setLoaded(() => SonnerToaster),
        () => undefined,
      )
    }
    const unsubscribe = subscribeToToasts(load)
    const stopped = new AbortController()
    const { signal } = stopped
    for (const interaction of INTERACTIONS) window.addEventListener(interaction, load, { signal, once: true })
    window.addEventListener('online', load, { signal })
    return () => {
      unsubscribe()
      stopped.abort()
    }
  }, [Loaded])
  return Loaded && <Loaded />
}
