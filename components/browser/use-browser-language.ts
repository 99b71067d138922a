import { useSyncExternalStore } from 'react'

/** Returns the language of the browser, such as "de-AT", in which numbers are read; undefined until the page is hydrated. */
export function useBrowserLanguage(): string | undefined {
  return useSyncExternalStore(subscribeToNothing, browserLanguage, () => undefined)
}

export function browserLanguage(): string | undefined {
  return navigator.language || undefined
}

const subscribeToNothing = () => () => {}
