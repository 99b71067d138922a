'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Loads the page's data again while it is visible. */
export function RefreshEvery({ ms }: { ms: number }) {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh()
    }, ms)
    return () => clearInterval(timer)
  }, [router, ms])
  return null
}
