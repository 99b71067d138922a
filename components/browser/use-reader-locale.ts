'use client'

import { useSyncExternalStore } from 'react'

/** For numbers; the server writes English. */
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
