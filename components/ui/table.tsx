import type { ComponentProps, Ref } from 'react'
import { cn } from './cn.ts'

type TableProps = ComponentProps<'table'> & {
  label: string
  frameRef?: Ref<HTMLElement>
  frameClassName?: string
}

/** A table that scrolls within its frame. `label` is its accessible name. */
export function Table({ className, label, frameRef, frameClassName, ...rest }: TableProps) {
  return (
    <section
      ref={frameRef}
      className={cn('relative w-full overflow-x-auto', frameClassName)}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling frame must be reachable by keyboard
      tabIndex={0}
    >
      <table className={cn('w-full border-collapse text-sm', className)} {...rest} />
    </section>
  )
}

export function TableHead({ className, ...rest }: ComponentProps<'thead'>) {
  return <thead className={cn('border-border border-b', className)} {...rest} />
}

export function TableBody({ className, ...rest }: ComponentProps<'tbody'>) {
  return <tbody className={cn('[&>tr:last-child]:border-0', className)} {...rest} />
}

export function TableRow({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr className={cn('border-border border-b', className)} {...rest} />
}

export function TableHeader({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={cn(
        'h-10 whitespace-nowrap px-3 text-left font-medium text-muted-foreground text-xs',
        className,
      )}
      {...rest}
    />
  )
}

export function TableCell({ className, ...rest }: ComponentProps<'td'>) {
  return <td className={cn('px-3 py-2.5 align-middle', className)} {...rest} />
}
