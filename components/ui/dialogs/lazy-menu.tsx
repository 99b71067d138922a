'use client'

import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react'

type TriggerElement = ReactElement<ComponentProps<'button'>>

type LazyMenuProps = {
  trigger: TriggerElement
  /** A menu loaded by `lazy`, which is open when it is first rendered. */
  children: ReactNode
  /** Loads the menu. Called on hover and focus, so that it is there by the time of a click. */
  preload: () => void
}

export function LazyMenu({ trigger, children, preload }: LazyMenuProps) {
  const [isNeeded, setNeeded] = useState(false)
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': isNeeded,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setNeeded(true),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      setNeeded(true)
    },
  })
  if (!isNeeded) return closed
  return <Suspense fallback={closed}>{children}</Suspense>
}
