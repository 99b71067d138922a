'use client'

import { useSyncExternalStore } from 'react'

/** Returns false on the server and while React takes over what the server rendered, and true from then on. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(subscribeToNothing, returnTrue, returnFalse)
}

const subscribeToNothing = () => () => {}
const returnTrue = () => true
const returnFalse = () => false
