'use client'

import { useSyncExternalStore } from 'react'

/** For numbers; the server writes English. */
export function useReaderLocale(): string {
  return useSyncExternalStore(never, () => navigator.language, english)
}

const never = () => () => {}
const english = () => 'en'
