import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** The outline, height and colours that every text-like control shares. */
export const controlClasses =
  'w-full min-w-0 rounded-md border border-input bg-card text-foreground text-base shadow-xs transition-colors placeholder:text-muted-foreground disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-destructive aria-invalid:outline-destructive sm:text-sm read-only:bg-muted'

export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return (
    <input
      type={type}
      className={cn(
        controlClasses,
        'h-9 px-3 file:mr-3 file:h-full file:border-0 file:bg-transparent file:font-medium file:text-sm',
        className,
      )}
      {...rest}
    />
  )
}
