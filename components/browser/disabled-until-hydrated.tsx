'use client'

import { type ComponentProps, useSyncExternalStore } from 'react'

/** Input before hydration would be lost. */
export function DisabledUntilHydrated(props: ComponentProps<'fieldset'>) {
  const isHydrated = useSyncExternalStore(never, returnTrue, returnFalse)
  return <fieldset {...props} disabled={!isHydrated || props.disabled} />
}

const never = () => () => {}
const returnTrue = () => true
const returnFalse = () => false
