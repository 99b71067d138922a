'use client'

import { useSyncExternalStore } from 'react'
import { useReader } from './reader.tsx'

/**
 * Returns the locale for values that stand alone: dates, money, counts in tables and facts, sorting. Everything with
 * words is English (`plural`, sizes, durations, "5 minutes ago"), because mixed languages would read as an error. The
 * server takes it from Accept-Language, so that nothing changes when the page has loaded.
 */
export function useReaderLocale(): string {
  const { locale = 'en' } = useReader()
  return useSyncExternalStore(subscribeToNothing, browserLocale, () => locale)
}

const subscribeToNothing = () => () => {}

/** Returns the locale of the browser, or English where the system reports one that Intl refuses, such as "C". */
function browserLocale(): string {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0] ?? 'en'
  } catch {
    return 'en'
  }
}
