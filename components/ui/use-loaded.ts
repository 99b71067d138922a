'use client'

import { useEffect, useState } from 'react'

/**
 * Never resolves. `typeof window === 'undefined' ? NOT_ON_SERVER : import(…)` leaves the module out of the build for the
 * server.
 */
export const NOT_ON_SERVER = new Promise<never>(() => {})

/**
 * Returns the module that `load` imports once it has arrived; undefined until then, and for good if it cannot be loaded.
 * `load` must be the same function at each rendering, or it loads again.
 */
export function useLoaded<Module extends object>(load: () => Promise<Module>): Module | undefined {
  const [module, setModule] = useState<Module>()
  useEffect(() => {
    let isMounted = true
    load().then(
      (loaded) => isMounted && setModule(loaded),
      () => {},
    )
    return () => {
      isMounted = false
    }
  }, [load])
  return module
}
