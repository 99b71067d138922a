'use client'

import { useSyncExternalStore } from 'react'

/** The language of the reader's browser, for numbers; the server does not know it and writes English. */
export function useReaderLocale(): string {
  return useSyncExternalStore(never, () => navigator.language, english)
}

const never = () => () => {}
const english = () => 'en'
