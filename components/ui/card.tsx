import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      className={cn(
        'min-w-0 rounded-lg border border-border bg-card text-card-foreground shadow-xs',
        className,
      )}
      {...rest}
    />
  )
}

export function CardHeader({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cn('grid gap-1 px-5 pt-5 sm:px-6', className)} {...rest} />
}

export function CardTitle({ className, children, ...rest }: ComponentProps<'h2'>) {
  return (
    <h2 className={cn('font-semibold text-base tracking-tight', className)} {...rest}>
      {children}
    </h2>
  )
}

export function CardDescription({ className, ...rest }: ComponentProps<'p'>) {
  return <p className={cn('text-muted-foreground text-sm', className)} {...rest} />
}

export function CardContent({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cn('px-5 py-5 sm:px-6', className)} {...rest} />
}

type SectionCardProps = {
  id: string
  title: string
  description?: ReactNode
  className?: string
  children: ReactNode
}

/** A card with a heading that links can point at. `className` styles the content, not the card. */
export function SectionCard({ id, title, description, className, children }: SectionCardProps) {
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <CardTitle id={id}>{title}</CardTitle>
        {description && <CardDescription>{description}</CardDescription>}
      </CardHeader>
      <CardContent className={className}>{children}</CardContent>
    </Card>
  )
}
