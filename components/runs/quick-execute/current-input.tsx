/** Shares the input of the form with other parts of the page. Only its subscribers render while the user types. */
'use client'

import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { Json } from '#lib/kernel/json/json.ts'

type Store = {
  get: () => Json | undefined
  set: (value: Json | undefined) => void
  subscribe: (listener: () => void) => () => void
}

const Context = createContext<Store | null>(null)

export function CurrentInput({ children }: { children: ReactNode }) {
  const [store] = useState(createInputStore)
  return <Context value={store}>{children}</Context>
}

export function usePublishInput(value: Json | undefined): void {
  const store = use(Context)
  useEffect(() => store?.set(value), [store, value])
}

export function useCurrentInput(): Json | undefined {
  const store = use(Context)
  return useSyncExternalStore(store?.subscribe ?? subscribeToNothing, store?.get ?? nothing, nothing)
}

const subscribeToNothing = () => () => {}
const nothing = () => undefined

function createInputStore(): Store {
  let current: Json | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(value) {
      current = value
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
