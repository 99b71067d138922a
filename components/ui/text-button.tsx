import type { ComponentProps } from 'react'

/** `of` is the field's label, for screen readers. */
export function TextButton({ of, children, ...rest }: ComponentProps<'button'> & { of: string }) {
  return (
    <button
      type="button"
      className="rounded-sm text-muted-foreground text-xs underline-offset-3 hover:text-foreground hover:underline"
      {...rest}
    >
      {children}
      <span className="sr-only">: {of}</span>
    </button>
  )
}
