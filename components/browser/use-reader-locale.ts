'use client'

import { useSyncExternalStore } from 'react'

/**
 * Returns the locale for values that stand alone: dates, money, counts in tables and facts, sorting. Everything with
 * words is English (`plural`, sizes, durations, "5 minutes ago"), because mixed languages would read as an error. The
 * server writes English.
 */
export function useReaderLocale(): string {
  return useSyncExternalStore(subscribeToNothing, browserLocale, serverLocale)
}

const subscribeToNothing = () => () => {}
const serverLocale = () => 'en'

/** Returns the locale of the browser, or English where the system reports one that Intl refuses, such as "C". */
function browserLocale(): string {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0] ?? 'en'
  } catch {
    return 'en'
  }
}
