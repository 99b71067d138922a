/**
 * The policy of the first loaded document stays in force. A later refresh brings another nonce, which that
 * policy rejects, so the first one is used.
 */
'use client'

import { setNonce } from 'get-nonce'
import { createContext, type ReactNode, use, useState } from 'react'

const NonceContext = createContext('')

export function NonceProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  const [first] = useState(() => {
    // On the server all requests share this module, and no style elements are created.
    if (typeof window !== 'undefined') setNonce(nonce)
    return nonce
  })
  return <NonceContext value={first}>{children}</NonceContext>
}

export function useNonce(): string {
  return use(NonceContext)
}
