'use client'

/** An instant, entered in the person's own time zone and sent in UTC. */
import type { WidgetProps } from '@rjsf/utils'
import { useSyncExternalStore } from 'react'
import { Input } from '../ui/input.tsx'
import { useControl } from './use-control.ts'

export function DateTimeWidget(props: WidgetProps) {
  const { value, disabled, readonly, onChange } = props
  const control = useControl(props)
  const zone = useSyncExternalStore(never, zoneHere, () => 'UTC')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Input
        {...control}
        type="datetime-local"
        step={1}
        className="max-w-64"
        value={toLocal(value, zone)}
        disabled={disabled || readonly}
        onChange={(event) => onChange(toInstant(event.target.value, zone))}
      />
      <span className="text-muted-foreground text-sm">{zone.replaceAll('_', ' ')}</span>
    </div>
  )
}

const never = () => () => {}

function zoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** "2026-11-20T10:30:00" on the clock of this browser; on the server, which does not know it, in UTC. */
function toLocal(value: unknown, zone: string): string {
  const at = typeof value === 'string' ? new Date(value) : new Date(Number.NaN)
  if (Number.isNaN(at.getTime())) return ''
  const offsetMs = zone === 'UTC' ? 0 : at.getTimezoneOffset() * 60_000
  return new Date(at.getTime() - offsetMs).toISOString().slice(0, 19)
}

function toInstant(local: string, zone: string): string | undefined {
  if (local === '') return undefined
  const at = new Date(zone === 'UTC' ? `${local}Z` : local)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString().replace('.000Z', 'Z')
}
