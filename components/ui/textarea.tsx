import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { controlClasses } from './input.tsx'

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={cn(controlClasses, 'field-sizing-content min-h-20 px-3 py-2 leading-relaxed', className)}
      {...rest}
    />
  )
}
