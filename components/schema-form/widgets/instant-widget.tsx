'use client'

import type { WidgetProps } from '@rjsf/utils'
import { useSyncExternalStore } from 'react'
import type { Json } from '#lib/json/json.ts'
import { Input } from '../../ui/forms/input.tsx'
import { useWidget } from '../frame/field-notes.tsx'

export function canShowInstant(json: Json | undefined): boolean {
  return json === undefined || (typeof json === 'string' && isInstant(json))
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/.test(text) && !Number.isNaN(new Date(text).getTime())
}

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
        value={toLocal(json, zone)}
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

/** Formats in local time; in UTC on the server. */
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
