'use client'

import { Check, Minus } from 'lucide-react'
import { Checkbox as RadixCheckbox, Switch as RadixSwitch } from 'radix-ui'
import { type ComponentProps, useId } from 'react'
import { cn } from '../cn.ts'
import { Label } from './input.tsx'

export function Checkbox({ className, ...rest }: ComponentProps<typeof RadixCheckbox.Root>) {
  return (
    <RadixCheckbox.Root
      className={cn(
        'peer group relative grid size-4.5 shrink-0 place-items-center rounded-sm border border-input bg-card shadow-xs transition-colors after:absolute after:-inset-1 disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-destructive data-[state=checked]:border-primary data-[state=indeterminate]:border-primary data-[state=checked]:bg-primary data-[state=indeterminate]:bg-primary',
        className,
      )}
      {...rest}
    >
      <RadixCheckbox.Indicator className="text-primary-foreground">
        <Check className="hidden size-3.5 group-data-[state=checked]:block" strokeWidth={3} aria-hidden />
        <Minus
          className="hidden size-3.5 group-data-[state=indeterminate]:block"
          strokeWidth={3}
          aria-hidden
        />
      </RadixCheckbox.Indicator>
    </RadixCheckbox.Root>
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
          onCheckedChange={(checked) => onAgree(checked === true)}
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

export function Switch({ className, ...rest }: ComponentProps<typeof RadixSwitch.Root>) {
  return (
    <RadixSwitch.Root
      className={cn(
        'peer relative inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-input bg-muted transition-colors disabled:cursor-not-allowed disabled:opacity-60 data-[state=checked]:border-primary data-[state=checked]:bg-primary',
        className,
      )}
      {...rest}
    >
      <RadixSwitch.Thumb className="block size-4 translate-x-1 rounded-full bg-input transition-transform data-[state=checked]:translate-x-[1.15rem] data-[state=checked]:bg-primary-foreground" />
    </RadixSwitch.Root>
  )
}
