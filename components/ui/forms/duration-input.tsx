'use client'

import type { ComponentProps } from 'react'
import {
  DURATION_UNITS,
  type DurationUnit,
  readDuration,
  writeDuration,
} from '#lib/contracts/forms/typed-text/durations.ts'
import { Input } from './input.tsx'

type DurationInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  id: string
  label: string
  /** A duration of whole units, such as "P1DT12H". */
  value: string | undefined
  onChange: (duration: string | undefined) => void
}

const USUAL: readonly DurationUnit[] = ['days', 'hours', 'minutes', 'seconds']

/** Edits a duration as one number for each unit. Longer units than days are shown if the value has them. */
export function DurationInput({ id, label, value, onChange, ...rest }: DurationInputProps) {
  const parts = readDuration(value ?? '') ?? {}
  const units = DURATION_UNITS.filter((unit) => USUAL.includes(unit) || parts[unit] !== undefined)
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {units.map((unit, index) => (
        <span key={unit} className="flex items-center gap-1.5 text-muted-foreground text-sm">
          <Input
            {...rest}
            // The label of the field leads to the first number.
            id={index === 0 ? id : `${id}__${unit}`}
            aria-label={`${label}: ${unit}`}
            className="w-18 tabular-nums"
            inputMode="numeric"
            autoComplete="off"
            value={parts[unit] ?? ''}
            onChange={({ target }) => {
              const digits = target.value.replaceAll(/\D/g, '').slice(0, 9)
              onChange(writeDuration({ ...parts, [unit]: digits }))
            }}
          />
          <span aria-hidden>{unit}</span>
        </span>
      ))}
    </span>
  )
}
