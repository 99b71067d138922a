'use client'

/**
 * What stands in the form, for what stands elsewhere on the page. Only who listens is drawn again while somebody types.
 */
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { Json } from '#lib/contract/json/json.ts'

type Store = {
  get: () => Json | undefined
  set: (value: Json | undefined) => void
  subscribe: (listener: () => void) => () => void
}

const Context = createContext<Store | null>(null)

/** Stands around the form and those who listen. */
export function CurrentInput({ children }: { children: ReactNode }) {
  const [store] = useState(makeStore)
  return <Context value={store}>{children}</Context>
}

export function useTellInput(value: Json | undefined): void {
  const store = use(Context)
  useEffect(() => store?.set(value), [store, value])
}

/** Undefined until somebody has filled something. */
export function useCurrentInput(): Json | undefined {
  const store = use(Context)
  return useSyncExternalStore(store?.subscribe ?? nobody, store?.get ?? nothing, nothing)
}

const nobody = () => () => {}
const nothing = () => undefined

function makeStore(): Store {
  let kept: Json | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => kept,
    set(value) {
      kept = value
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
