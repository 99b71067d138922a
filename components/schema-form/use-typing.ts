'use client'

import { useEffect, useState } from 'react'
import type { Held } from './held.ts'

/** What was typed last into the control of that id, until the focus leaves it. */
export function useTyping(id: string): [Held, (typed: Held) => void] {
  const [typed, setTyped] = useState<Held>()
  useEffect(() => {
    if (typed === undefined) return
    const control = document.getElementById(id)
    const leave = () => setTyped(undefined)
    control?.addEventListener('focusout', leave)
    return () => control?.removeEventListener('focusout', leave)
  }, [id, typed])
  return [typed, setTyped]
}
