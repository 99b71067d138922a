'use client'

import { useEffect, useState } from 'react'

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
