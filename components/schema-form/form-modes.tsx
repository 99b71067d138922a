'use client'

/** Form or JSON: two ways to fill in the same input. */
import { Braces, TextCursorInput } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../ui/cn.ts'

type FormModesProps = {
  isJson: boolean
  /** The JSON cannot be read, so there is nothing the form could show. */
  blocked: boolean
  onSwitch: (isJson: boolean) => void
}

export function FormModes({ isJson, blocked, onSwitch }: FormModesProps) {
  return (
    <fieldset
      aria-label="How to fill it in"
      className="flex w-fit justify-self-end rounded-md bg-muted p-0.5"
    >
      <Mode isOn={!isJson} disabled={blocked} onClick={() => onSwitch(false)}>
        <TextCursorInput aria-hidden /> Form
      </Mode>
      <Mode isOn={isJson} onClick={() => onSwitch(true)}>
        <Braces aria-hidden /> JSON
      </Mode>
    </fieldset>
  )
}

type ModeProps = { isOn: boolean; disabled?: boolean; onClick: () => void; children: ReactNode }

function Mode({ isOn, disabled, onClick, children }: ModeProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={disabled}
      title={disabled ? 'Mend the JSON first.' : undefined}
      className={cn(
        'inline-flex h-7 items-center gap-1.5 rounded-sm px-2.5 font-medium text-muted-foreground text-xs disabled:opacity-50 [&_svg]:size-3.5',
        isOn && 'bg-card text-foreground shadow-xs',
      )}
      onClick={isOn ? undefined : onClick}
    >
      {children}
    </button>
  )
}
