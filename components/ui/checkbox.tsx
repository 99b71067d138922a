'use client'

import { Check, Minus } from 'lucide-react'
import { Checkbox as RadixCheckbox } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

export function Checkbox({ className, ...rest }: ComponentProps<typeof RadixCheckbox.Root>) {
  return (
    <RadixCheckbox.Root
      className={cn(
        'peer group relative grid size-4.5 shrink-0 place-items-center rounded-sm border border-input bg-card shadow-xs transition-colors after:absolute after:-inset-1 disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-destructive data-[state=checked]:border-primary data-[state=indeterminate]:border-primary data-[state=checked]:bg-primary data-[state=indeterminate]:bg-primary',
        className,
      )}
      {...rest}
    >
      <RadixCheckbox.Indicator className="text-primary-foreground">
        <Check className="hidden size-3.5 group-data-[state=checked]:block" strokeWidth={3} aria-hidden />
        <Minus
          className="hidden size-3.5 group-data-[state=indeterminate]:block"
          strokeWidth={3}
          aria-hidden
        />
      </RadixCheckbox.Indicator>
    </RadixCheckbox.Root>
  )
}
