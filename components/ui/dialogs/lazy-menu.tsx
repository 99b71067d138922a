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
  /** A `lazy` menu, open at first. */
  children: ReactNode
  /** Called on hover and focus. */
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
