'use client'

import { useEffect, useState } from 'react'

/** `typeof window === 'undefined' ? NOT_ON_SERVER : import(…)` leaves the module out of the server's build. */
export const NOT_ON_SERVER = new Promise<never>(() => {})

export function useLoaded<Module extends object>(load: () => Promise<Module>): Module | undefined {
  const [module, setModule] = useState<Module>()
  useEffect(() => {
    let isWanted = true
    load().then(
      (loaded) => isWanted && setModule(loaded),
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [load])
  return module
}
