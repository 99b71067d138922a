'use client'

import { useSyncExternalStore } from 'react'

/**
 * Returns the locale for values that stand alone: dates, money, counts in tables and facts, sorting. Everything with
 * words is English (`plural`, sizes, durations, "5 minutes ago"), because mixed languages would read as an error. The
 * server writes English.
 */
export function useReaderLocale(): string {
  return useSyncExternalStore(never, ofBrowser, english)
}

const never = () => () => {}
const english = () => 'en'

/** Some systems report a locale that Intl refuses, such as "C". */
function ofBrowser(): string {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0] ?? 'en'
  } catch {
    return 'en'
  }
}
