import { ArrowDown, ArrowUp, CopyPlus, Plus, Trash2 } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { cn } from './cn.ts'

const ACTIONS = {
  up: { Icon: ArrowUp, label: (item: string) => `Move ${item} up` },
  down: { Icon: ArrowDown, label: (item: string) => `Move ${item} down` },
  double: { Icon: CopyPlus, label: (item: string) => `Duplicate ${item}` },
  remove: { Icon: Trash2, label: (item: string) => `Remove ${item}` },
} as const

export type RowAction = keyof typeof ACTIONS

type RowButtonsProps = {
  /** Names the row for screen readers, for example "item 2 of 3". */
  item: string
  /** An action that is absent is not shown; one that is false is shown disabled. */
  actions: Partial<Record<RowAction, ((event: MouseEvent<HTMLButtonElement>) => void) | false>>
  className?: string
}

export function RowButtons({ item, actions, className }: RowButtonsProps) {
  return (
    <div className={cn('flex shrink-0', className)}>
      {(Object.keys(ACTIONS) as RowAction[]).map((action) => {
        const { Icon, label } = ACTIONS[action]
        const onClick = actions[action]
        if (onClick === undefined) return null
        return (
          <Button
            key={action}
            variant="ghost"
            size="icon-sm"
            className="text-muted-foreground"
            data-act={action}
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

/** `fieldLabel` tells screen readers which field the button belongs to. */
export function TextButton({
  fieldLabel,
  children,
  ...rest
}: ComponentProps<'button'> & { fieldLabel: string }) {
  return (
    <button
      type="button"
      className="rounded-sm text-muted-foreground text-xs underline-offset-3 hover:text-foreground hover:underline"
      {...rest}
    >
      {children}
      <span className="sr-only">: {fieldLabel}</span>
    </button>
  )
}
