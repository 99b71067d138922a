'use client'

import { Braces, Columns2, TextCursorInput } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../ui/cn.ts'
import type { FormMode } from './use-schema-form.ts'

type FormModesProps = {
  mode: FormMode
  blocked: boolean
  onSwitch: (mode: FormMode) => void
}

export function FormModes({ mode, blocked, onSwitch }: FormModesProps) {
  return (
    <fieldset aria-label="Input mode" className="flex w-fit justify-self-end rounded-md bg-muted p-0.5">
      <Mode isOn={mode === 'form'} disabled={blocked} onClick={() => onSwitch('form')}>
        <TextCursorInput aria-hidden /> Form
      </Mode>
      <Mode isOn={mode === 'json'} onClick={() => onSwitch('json')}>
        <Braces aria-hidden /> JSON
      </Mode>
      <Mode isOn={mode === 'both'} className="hidden lg:inline-flex" onClick={() => onSwitch('both')}>
        <Columns2 aria-hidden /> Both
      </Mode>
    </fieldset>
  )
}

type ModeProps = {
  isOn: boolean
  disabled?: boolean
  className?: string
  onClick: () => void
  children: ReactNode
}

function Mode({ isOn, disabled, className, onClick, children }: ModeProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={disabled}
      title={disabled ? 'Fix the JSON first.' : undefined}
      className={cn(
        'inline-flex h-7 items-center gap-1.5 rounded-sm px-2.5 font-medium text-muted-foreground text-xs disabled:opacity-50 [&_svg]:size-3.5',
        isOn && 'bg-card text-foreground shadow-xs',
        className,
      )}
      onClick={isOn ? undefined : onClick}
    >
      {children}
    </button>
  )
}
