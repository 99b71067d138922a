import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** A grey shape where something will stand. Give it the size of what comes, so that nothing jumps. */
export function Skeleton({ className, ...rest }: ComponentProps<'div'>) {
  return <div aria-hidden className={cn('animate-pulse rounded-md bg-muted', className)} {...rest} />
}
