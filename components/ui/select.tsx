import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { controlClasses } from './input.tsx'

/**
 * The platform's own select, dressed: it is the one that works with every keyboard, phone and screen
 * reader, and before the page's scripts have come. Children are `<option>`s.
 */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cn('relative block', className)}>
      <select
        className={cn(controlClasses, 'h-9 appearance-none truncate pr-8 pl-3 read-only:bg-card')}
        {...rest}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted-foreground"
      />
    </span>
  )
}
