import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { Link } from './link.tsx'

export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link className={cn('underline underline-offset-4', className)} {...rest} />
}
