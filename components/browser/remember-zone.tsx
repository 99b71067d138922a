'use client'

import { useEffect } from 'react'
import { ZONE_COOKIE } from '#lib/kernel/site/reader-locale.ts'

const YEAR_SECONDS = 31_536_000

/** Stores the browser's time zone for the server, which writes times in it from the next page on. */
export function RememberZone({ known }: { known: string | undefined }) {
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    if (!timeZone || timeZone === known) return
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
    document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(timeZone)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
  }, [known])
  return null
}
