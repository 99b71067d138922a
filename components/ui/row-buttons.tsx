import { ArrowDown, ArrowUp, CopyPlus, Plus, Trash2 } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { cn } from './cn.ts'

const ACTS = {
  up: { Icon: ArrowUp, label: (item: string) => `Move ${item} up` },
  down: { Icon: ArrowDown, label: (item: string) => `Move ${item} down` },
  double: { Icon: CopyPlus, label: (item: string) => `Duplicate ${item}` },
  remove: { Icon: Trash2, label: (item: string) => `Remove ${item}` },
} as const

export type RowAct = keyof typeof ACTS

type RowButtonsProps = {
  /** Such as "item 2 of 3". */
  item: string
  /** Absent acts are not shown; false ones are disabled. */
  acts: Partial<Record<RowAct, ((event: MouseEvent<HTMLButtonElement>) => void) | false>>
  className?: string
}

export function RowButtons({ item, acts, className }: RowButtonsProps) {
  return (
    <div className={cn('flex shrink-0', className)}>
      {(Object.keys(ACTS) as RowAct[]).map((act) => {
        const { Icon, label } = ACTS[act]
        const onClick = acts[act]
        if (onClick === undefined) return null
        return (
          <Button
            key={act}
            variant="ghost"
            size="icon-sm"
            className="text-muted-foreground"
            data-act={act}
            aria-label={label(item)}
            title={label(item)}
            disabled={onClick === false}
            onClick={onClick || undefined}
          >
            <Icon aria-hidden />
          </Button>
        )
      })}
    </div>
  )
}

export function AddButton({ children, ...rest }: ButtonProps) {
  return (
    <Button variant="outline" size="sm" className="w-fit max-w-full" {...rest}>
      <Plus aria-hidden /> <span className="truncate">{children}</span>
    </Button>
  )
}

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
