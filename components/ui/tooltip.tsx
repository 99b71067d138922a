'use client'

import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

/** A hint on hover and on focus. Never the only place where something is said. */
export function Tooltip({ hint, children }: { hint: ReactNode; children: ReactElement }) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 rounded-md bg-foreground px-2.5 py-1.5 text-background text-xs shadow-md data-[state=delayed-open]:animate-appear"
          >
            {hint}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
