'use client'

import { Popover as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'

export const Popover = Radix.Root
export const PopoverTrigger = Radix.Trigger

export function PopoverContent({ className, sideOffset = 6, ...rest }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(
          'z-50 w-80 max-w-[calc(100vw-1rem)] rounded-lg border border-border bg-popover p-4 text-popover-foreground text-sm shadow-lg data-[state=open]:animate-appear',
          className,
        )}
        {...rest}
      />
    </Radix.Portal>
  )
}
