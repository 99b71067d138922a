'use client'

/** How full the vault is, asked again a while after something in it has changed. */
import { useEffect, useState } from 'react'
import type { VaultUsage } from '#lib/vault/usage.ts'
import type { VaultActions } from './vault-actions.ts'

const LATER_MS = 2_000

export function useUsage(
  organisation: string,
  initial: VaultUsage,
  { changes, ask }: { changes: number; ask: VaultActions['usage'] },
): VaultUsage {
  const [usage, setUsage] = useState(initial)
  useEffect(() => {
    if (changes === 0) return
    const timer = setTimeout(async () => {
      const result = await ask(organisation).catch(() => undefined)
      if (result?.ok) setUsage(result.data)
    }, LATER_MS)
    return () => clearTimeout(timer)
  }, [organisation, changes, ask])
  return usage
}
