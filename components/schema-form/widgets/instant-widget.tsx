'use client'

import type { WidgetProps } from '@rjsf/utils'
import { useSyncExternalStore } from 'react'
import { toInstant, toLocalTime } from '#lib/form-model/typed-text/instants.ts'
import { Input } from '../../ui/forms/input.tsx'
import { useWidget } from '../frame/field-notes.tsx'

export function DateTimeWidget(props: WidgetProps) {
  const { json, change, disabled, control } = useWidget(props)
  const zone = useSyncExternalStore(never, zoneHere, () => 'UTC')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Input
        {...control}
        type="datetime-local"
        step={1}
        className="max-w-64"
        value={toLocalTime(json, zone)}
        disabled={disabled}
        onChange={({ target }) => change(toInstant(target.value, zone))}
      />
      <span className="text-muted-foreground text-sm">{zone.replaceAll('_', ' ')}</span>
      {typeof json === 'string' && (
        <span className="text-muted-foreground text-xs">
          Sends <code>{json}</code>
        </span>
      )}
    </div>
  )
}

const never = () => () => {}

function zoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
