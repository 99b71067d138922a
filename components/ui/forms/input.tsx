import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'

export const controlClasses =
  'w-full min-w-0 rounded-md border border-input bg-card text-foreground text-base shadow-xs transition-colors placeholder:text-muted-foreground disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-destructive aria-invalid:outline-destructive sm:text-sm read-only:bg-muted'

export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return (
    <input
      type={type}
      className={cn(
        controlClasses,
        'h-9 text-ellipsis px-3 file:mr-3 file:h-full file:border-0 file:bg-transparent file:font-medium file:text-sm',
        className,
      )}
      {...rest}
    />
  )
}

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={cn(controlClasses, 'field-sizing-content min-h-20 px-3 py-2 leading-relaxed', className)}
      {...rest}
    />
  )
}

/** A native select: it is accessible on every device, also before hydration. */
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

export function Label({ className, ...rest }: ComponentProps<'label'>) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the caller passes the control's id, or the control
    <label className={cn('font-medium text-sm leading-none peer-disabled:opacity-60', className)} {...rest} />
  )
}
