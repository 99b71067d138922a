'use client'

import { useSyncExternalStore } from 'react'

/**
 * For what stands alone: dates, money, counts in tables and facts, sorting. Sentences are English, with the numbers in
 * them (`plural`), sizes, durations and times like "5 minutes ago": a word in another language would read as an error.
 * The server writes English.
 */
export function useReaderLocale(): string {
  return useSyncExternalStore(never, ofBrowser, english)
}

const never = () => () => {}
const english = () => 'en'

/** Some systems report one that Intl refuses, such as "C". */
function ofBrowser(): string {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0] ?? 'en'
  } catch {
    return 'en'
  }
}
