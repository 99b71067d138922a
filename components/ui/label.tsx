import { Label as RadixLabel } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

export function Label({ className, ...rest }: ComponentProps<typeof RadixLabel.Root>) {
  return (
    <RadixLabel.Root
      className={cn('font-medium text-sm leading-none peer-disabled:opacity-60', className)}
      {...rest}
    />
  )
}
