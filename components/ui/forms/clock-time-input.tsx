'use client'

import { type ComponentProps, useState, useSyncExternalStore } from 'react'
import { localOffset, readClockTime, writeClockTime } from '#lib/contracts/forms/typed-text/clock-times.ts'
import { Input, Select } from './input.tsx'

type ClockTimeInputProps = Omit<ComponentProps<'input'>, 'type' | 'step' | 'value' | 'onChange'> & {
  label: string
  /** A time with its zone, such as "14:30:00Z". */
  value: string | undefined
  onChange: (time: string | undefined) => void
}

/** Edits a time of day and the zone it is in: UTC, that of the reader, or the one that the value has. */
export function ClockTimeInput({ label, value, onChange, ...rest }: ClockTimeInputProps) {
  const own = useSyncExternalStore(
    subscribeToNothing,
    () => localOffset(new Date()),
    () => 'Z',
  )
  const [chosen, setChosen] = useState<string>()
  const time = readClockTime(value ?? '')
  const offset = time?.offset ?? chosen ?? own
  const offsets = [...new Set(['Z', own, offset])]
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Input
        className="max-w-40"
        {...rest}
        type="time"
        step={1}
        value={time?.clock ?? ''}
        onChange={({ target }) => onChange(writeClockTime({ clock: target.value, offset }))}
      />
      <Select
        aria-label={`${label}: time zone`}
        className="w-fit"
        value={offset}
        disabled={rest.disabled}
        onChange={({ target }) => {
          setChosen(target.value)
          if (time) onChange(writeClockTime({ ...time, offset: target.value }))
        }}
      >
        {offsets.map((each) => (
          <option key={each} value={each}>
            {each === 'Z' ? 'UTC' : `UTC${each}`}
          </option>
        ))}
      </Select>
    </span>
  )
}

const subscribeToNothing = () => () => {}
