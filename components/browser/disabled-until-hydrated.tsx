'use client'

import { type ComponentProps, useSyncExternalStore } from 'react'

/** A fieldset that is disabled until hydration, because input before that would be lost. */
export function DisabledUntilHydrated(props: ComponentProps<'fieldset'>) {
  const isHydrated = useSyncExternalStore(subscribeToNothing, returnTrue, returnFalse)
  return <fieldset {...props} disabled={!isHydrated || props.disabled} />
}

const subscribeToNothing = () => () => {}
const returnTrue = () => true
const returnFalse = () => false
