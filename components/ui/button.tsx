/** `pending` sets `aria-busy` but does not disable, so that the focus stays; clicks are ignored. */
import { cva, type VariantProps } from 'class-variance-authority'
import { LoaderCircle } from 'lucide-react'
import { Children, type ComponentProps, cloneElement, type MouseEvent, type ReactElement } from 'react'
import { cn } from './cn.ts'
import { Link } from './link.tsx'

const buttonVariants = cva(
  'relative inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-medium transition-colors disabled:pointer-events-none disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-primary text-primary-foreground shadow-xs hover:bg-primary/90',
        outline: 'border border-input/60 bg-card text-foreground shadow-xs hover:bg-muted',
        secondary: 'bg-secondary text-secondary-foreground hover:bg-accent hover:text-accent-foreground',
        ghost: 'text-foreground hover:bg-accent hover:text-accent-foreground',
        destructive: 'bg-destructive text-destructive-foreground shadow-xs hover:bg-destructive/90',
        link: 'h-auto px-0 text-primary underline-offset-4 hover:underline',
      },
      size: {
        sm: 'h-8 px-3 text-sm',
        md: 'h-9 px-4 text-sm',
        lg: 'h-11 px-6 text-base',
        icon: 'size-9 text-sm',
        'icon-sm': 'size-8 text-sm',
      },
    },
    compoundVariants: [{ variant: 'link', className: 'h-auto px-0' }],
    defaultVariants: { variant: 'primary', size: 'md' },
  },
)

export type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonVariants> & { asChild?: boolean; pending?: boolean }

export function Button({
  className,
  variant,
  size,
  asChild,
  pending,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size }), className)
  if (asChild) {
    const child = Children.only(children) as ReactElement<ComponentProps<'a'>>
    return cloneElement(child, {
      ...(onClick && { onClick }),
      ...rest,
      ...child.props,
      className: cn(classes, child.props.className),
    } as ComponentProps<'a'>)
  }
  return (
    <button
      type="button"
      className={classes}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={pending ? preventClick : onClick}
      {...rest}
    >
      {pending && (
        <span className="absolute inset-0 grid place-items-center">
          <LoaderCircle className="animate-spin" aria-hidden />
        </span>
      )}
      <span className={cn('inline-flex items-center gap-2', pending && 'opacity-0')}>{children}</span>
    </button>
  )
}

function preventClick(event: MouseEvent) {
  event.preventDefault()
}

type LinkButtonProps = ComponentProps<typeof Link> & VariantProps<typeof buttonVariants>

export function LinkButton({ className, variant, size, ...rest }: LinkButtonProps) {
  return <Link className={cn(buttonVariants({ variant, size }), className)} {...rest} />
}
