import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

const badgeVariants = cva(
  'inline-flex w-fit shrink-0 items-center gap-1 whitespace-nowrap rounded-full border px-2 py-0.5 font-medium text-xs [&_svg]:size-3 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        neutral: 'border-border bg-muted text-muted-foreground',
        outline: 'border-border text-foreground',
        accent: 'border-transparent bg-accent text-accent-foreground',
        success: 'border-success/30 bg-card text-success',
        warning: 'border-warning/35 bg-card text-warning',
        destructive: 'border-destructive/35 bg-card text-destructive',
        info: 'border-info/35 bg-card text-info',
      },
    },
    defaultVariants: { variant: 'neutral' },
  },
)

export type BadgeVariant = NonNullable<VariantProps<typeof badgeVariants>['variant']>

/** Colour alone must never convey meaning. */
export function Badge({ className, variant, ...rest }: ComponentProps<'span'> & { variant?: BadgeVariant }) {
  return <span className={cn(badgeVariants({ variant }), className)} {...rest} />
}
