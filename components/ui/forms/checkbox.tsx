import { type ComponentProps, useId } from 'react'
import { cn } from '../cn.ts'
import { Label } from './input.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  onCheckedChange?: (checked: boolean) => void
}

/** A native checkbox, which also works before hydration. */
export function Checkbox({ className, onCheckedChange, ...rest }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      className={cn(
        'check-mark peer relative grid size-4.5 shrink-0 appearance-none place-items-center rounded-sm border border-input bg-card shadow-xs transition-colors after:absolute after:-inset-1 checked:border-primary checked:bg-primary disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-destructive',
        className,
      )}
      {...rest}
      onChange={({ target }) => onCheckedChange?.(target.checked)}
    />
  )
}

type AgreeCheckboxProps = {
  label: string
  agreed: boolean
  onAgree: (agreed: boolean) => void
  isMissing: boolean
}

export function AgreeCheckbox({ label, agreed, onAgree, isMissing }: AgreeCheckboxProps) {
  const id = useId()
  return (
    <>
      <div className="flex items-center gap-2.5">
        <Checkbox
          id={id}
          checked={agreed}
          onCheckedChange={onAgree}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? `${id}-error` : undefined}
        />
        <Label htmlFor={id}>{label}</Label>
      </div>
      {isMissing && (
        <p id={`${id}-error`} role="alert" className="text-destructive text-sm">
          Select the checkbox to agree, or cancel.
        </p>
      )}
    </>
  )
}

export function Switch({ className, onCheckedChange, ...rest }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox has its state
      role="switch"
      className={cn(
        'peer relative inline-flex h-6 w-10 shrink-0 appearance-none items-center rounded-full border border-input bg-muted transition-colors before:block before:size-4 before:translate-x-1 before:rounded-full before:bg-input before:transition-transform checked:border-primary checked:bg-primary checked:before:translate-x-[1.15rem] checked:before:bg-primary-foreground disabled:cursor-not-allowed disabled:opacity-60',
        className,
      )}
      {...rest}
      onChange={({ target }) => onCheckedChange?.(target.checked)}
    />
  )
}
