'use client'

import { useSyncExternalStore } from 'react'
import { Kbd } from '../ui/kbd.tsx'

/** The keys that submit the form, as this computer calls them; nothing where there is no keyboard. */
export function RunKeys() {
  const isMac = useSyncExternalStore(
    never,
    () => /Mac|iPhone|iPad/.test(navigator.platform),
    () => false,
  )
  return (
    <span aria-hidden className="hidden items-center gap-1 sm:flex">
      <Kbd>{isMac ? '⌘' : 'Ctrl'}</Kbd>
      <Kbd>↵</Kbd>
    </span>
  )
}

const never = () => () => {}
