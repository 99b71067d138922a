import { useSyncExternalStore } from 'react'

/** Returns false on the server and while the page hydrates, then true. */
export function useIsBrowser(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
