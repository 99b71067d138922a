import type { LucideIcon } from 'lucide-react'
import { cn } from './cn.ts'

export type ModeOption<Mode extends string> = {
  mode: Mode
  label: string
  Icon: LucideIcon
  /** Set if the mode is offered on wide pages only. */
  isWide?: boolean
  /** Why the mode cannot be chosen now. */
  disabledReason?: string | false
}

type ModeSwitchProps<Mode extends string> = {
  label: string
  options: readonly ModeOption<Mode>[]
  value: Mode
  isIconOnly?: boolean
  onChange: (mode: Mode) => void
}

export function ModeSwitch<Mode extends string>(props: ModeSwitchProps<Mode>) {
  const { label: name, options, value, isIconOnly, onChange } = props
  return (
    <fieldset aria-label={name} className="flex w-fit shrink-0 rounded-md bg-muted p-0.5">
      {options.map(({ mode, label, Icon, isWide, disabledReason }) => (
        <button
          key={mode}
          type="button"
          aria-pressed={mode === value}
          aria-label={isIconOnly ? label : undefined}
          title={disabledReason || (isIconOnly ? label : undefined)}
          disabled={Boolean(disabledReason)}
          className={cn(
            'inline-flex h-7 items-center gap-1.5 rounded-sm px-2.5 font-medium text-muted-foreground text-xs disabled:opacity-50 aria-pressed:bg-card aria-pressed:text-foreground aria-pressed:shadow-xs [&_svg]:size-3.5',
            isWide && 'max-lg:hidden',
          )}
          onClick={mode === value ? undefined : () => onChange(mode)}
        >
          <Icon aria-hidden /> {!isIconOnly && label}
        </button>
      ))}
    </fieldset>
  )
}
