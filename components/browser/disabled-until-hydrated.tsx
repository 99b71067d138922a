'use client'

import type { ComponentProps } from 'react'
import { useIsHydrated } from './use-is-hydrated.ts'

/** A fieldset that is disabled until hydration, because input before that would be lost. */
export function DisabledUntilHydrated(props: ComponentProps<'fieldset'>) {
  const isHydrated = useIsHydrated()
  return <fieldset {...props} disabled={!isHydrated || props.disabled} />
}
