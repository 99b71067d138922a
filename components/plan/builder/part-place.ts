'use client'

/** Where in the plan a form of a part of it stands. */
import { createContext, use } from 'react'

const Context = createContext('')

export const PartPlaceProvider = Context.Provider

/** A JSON Pointer into the plan. */
export function usePartPointer(): string {
  return use(Context)
}
