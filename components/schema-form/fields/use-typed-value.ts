'use client'

import { useEffect, useState } from 'react'
import type { FormValue } from '../model/form-value.ts'

/** What was typed last into the control of that id, until the focus leaves it. */
export function useTypedValue(id: string): [FormValue, (typed: FormValue) => void] {
  const [typed, setTyped] = useState<FormValue>()
  useEffect(() => {
    if (typed === undefined) return
    const control = document.getElementById(id)
    const leave = () => setTyped(undefined)
    control?.addEventListener('focusout', leave)
    return () => control?.removeEventListener('focusout', leave)
  }, [id, typed])
  return [typed, setTyped]
}
