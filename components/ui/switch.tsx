'use client'

import { Switch as RadixSwitch } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

export function Switch({ className, ...rest }: ComponentProps<typeof RadixSwitch.Root>) {
  return (
    <RadixSwitch.Root
      className={cn(
        'peer relative inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-input bg-muted transition-colors disabled:cursor-not-allowed disabled:opacity-60 data-[state=checked]:border-primary data-[state=checked]:bg-primary',
        className,
      )}
      {...rest}
    >
      <RadixSwitch.Thumb className="block size-4 translate-x-1 rounded-full bg-input transition-transform data-[state=checked]:translate-x-[1.15rem] data-[state=checked]:bg-primary-foreground" />
    </RadixSwitch.Root>
  )
}
