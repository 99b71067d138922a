import { cva, type VariantProps } from 'class-variance-authority'
import { CircleCheck, Info, OctagonAlert, TriangleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { PublicError } from '#lib/kernel/errors.ts'
import { cn } from './cn.ts'

const alertVariants = cva('flex gap-3 rounded-lg border bg-card px-4 py-3 text-sm', {
  variants: {
    variant: {
      info: 'border-info/35 [&>svg]:text-info',
      success: 'border-success/35 [&>svg]:text-success',
      warning: 'border-warning/40 [&>svg]:text-warning',
      destructive: 'border-destructive/40 [&>svg]:text-destructive',
    },
  },
  defaultVariants: { variant: 'info' },
})

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, destructive: OctagonAlert }

type AlertProps = Omit<ComponentProps<'div'>, 'title'> &
  VariantProps<typeof alertVariants> & { title?: ReactNode; action?: ReactNode }

export function Alert({ variant, title, action, className, children, ...rest }: AlertProps) {
  const Icon = ICONS[variant ?? 'info']
  return (
    <div
      role={variant === 'destructive' ? 'alert' : 'status'}
      className={cn(alertVariants({ variant }), className)}
      {...rest}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="grid min-w-0 flex-1 gap-1">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className="text-pretty [overflow-wrap:anywhere]">{children}</div>}
        {action && <div className="pt-1">{action}</div>}
      </div>
    </div>
  )
}

type RefusalProps = { error: Pick<PublicError, 'message' | 'href' | 'suggested_action'> }

export function RefusalAlert({ error: { message, href, suggested_action: suggestion } }: RefusalProps) {
  return (
    <Alert variant="destructive">
      {message}{' '}
      {href ? (
        // In a new tab, so that what was typed on this page stays.
        <a href={href} target="_blank" rel="noreferrer" className="underline underline-offset-4">
          {suggestion ?? 'Fix it here'}
        </a>
      ) : (
        suggestion
      )}
    </Alert>
  )
}
