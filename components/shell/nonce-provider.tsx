'use client'

/**
 * Hands the page's nonce to whatever makes style elements in the browser: dialogs (through get-nonce), editors.
 *
 * The policy is that of the document first loaded. A later refresh brings a new nonce which that policy does not
 * know, so the first one is kept.
 */
import { setNonce } from 'get-nonce'
import { createContext, type ReactNode, use, useState } from 'react'

const NonceContext = createContext('')

export function NonceProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  const [first] = useState(() => {
    // On the server this module is shared by all requests, and makes no styles.
    if (typeof window !== 'undefined') setNonce(nonce)
    return nonce
  })
  return <NonceContext value={first}>{children}</NonceContext>
}

/** The nonce of the document's policy. */
export function useNonce(): string {
  return use(NonceContext)
}
