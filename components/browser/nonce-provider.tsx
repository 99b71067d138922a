/** Keeps the nonce of the document: its policy stays in force, and would reject the nonce of a refresh. */
'use client'

import { setNonce } from 'get-nonce'
import { createContext, type ReactNode, use, useState } from 'react'

const NonceContext = createContext('')

export function NonceProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  const [first] = useState(() => {
    // On the server all requests share this module.
    if (typeof window !== 'undefined') setNonce(nonce)
    return nonce
  })
  return <NonceContext value={first}>{children}</NonceContext>
}

export function useNonce(): string {
  return use(NonceContext)
}
