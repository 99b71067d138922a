'use client'

import { type ComponentProps, useSyncExternalStore } from 'react'
import { toInstant, toLocalTime } from '#lib/contracts/forms/typed-text/instants.ts'
import { Input } from './input.tsx'

type InstantInputProps = Omit<ComponentProps<'input'>, 'type' | 'step' | 'value' | 'onChange'> & {
  /** An RFC 3339 instant, or another text that is shown as empty. */
  value: string | undefined
  onChange: (instant: string | undefined) => void
}

/** Edits an instant as local date and time, with the zone. */
export function InstantInput({ value, onChange, ...rest }: InstantInputProps) {
  const zone = useSyncExternalStore(subscribeToNothing, localTimeZone, () => 'UTC')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Input
        className="max-w-64"
        {...rest}
        type="datetime-local"
        step={1}
        value={toLocalTime(value, zone)}
        onChange={({ target }) => onChange(toInstant(target.value, zone))}
      />
      <span className="text-muted-foreground text-sm">{zone.replaceAll('_', ' ')}</span>
    </div>
  )
}

const subscribeToNothing = () => () => {}

function localTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
