'use client'

import { type ComponentProps, useSyncExternalStore } from 'react'

/**
 * Fields that cannot be typed into before the page listens: what is typed earlier would be lost without a word.
 * A fieldset, so that everything inside is disabled together.
 */
export function UntilListening(props: ComponentProps<'fieldset'>) {
  const isListening = useSyncExternalStore(never, yes, no)
  return <fieldset {...props} disabled={!isListening || props.disabled} />
}

const never = () => () => {}
const yes = () => true
const no = () => false
