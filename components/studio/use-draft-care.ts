'use client'

import { useEffect } from 'react'
import type { DraftStore } from './draft-store.ts'

/** Takes up what a crash left, tries again when the network is back, and warns before something would be lost. */
export function useDraftCare(store: DraftStore): void {
  useEffect(() => {
    store.restore()
    const warn = (event: BeforeUnloadEvent) => {
      if (store.isAtRisk()) event.preventDefault()
    }
    const leave = () => {
      if (document.visibilityState === 'hidden') void store.flush()
    }
    window.addEventListener('online', store.retry)
    window.addEventListener('beforeunload', warn)
    document.addEventListener('visibilitychange', leave)
    return () => {
      window.removeEventListener('online', store.retry)
      window.removeEventListener('beforeunload', warn)
      document.removeEventListener('visibilitychange', leave)
      // On the way to another page of the site.
      void store.flush()
    }
  }, [store])
}
