'use client'

/** Text that cannot be read as a number without loss remains text and fails validation. */
import type { WidgetProps } from '@rjsf/utils'
import { useState } from 'react'
import type { Json } from '#lib/json/json.ts'
import { coercionsOf } from '#lib/json-schema/inputs/readings.ts'
import { Input } from '../../ui/forms/input.tsx'
import { hintOf, useWidget } from '../frame/field-notes.tsx'

export function NumberWidget(props: WidgetProps) {
  const { facts, json, kind, change, disabled, control } = useWidget(props)
  const [typed, setTyped] = useState<string>()
  const isTyped = typed !== undefined && Object.is(readNumber(typed), json)
  const unit = facts['x-unit'] ?? facts.unit
  return (
    <span className="flex items-center gap-2">
      <Input
        {...control}
        className="max-w-48 tabular-nums"
        inputMode={kind === 'integer' ? 'numeric' : 'decimal'}
        value={isTyped ? typed : json === undefined ? '' : String(json)}
        disabled={disabled}
        placeholder={hintOf(facts)}
        autoComplete="off"
        onChange={({ target }) => {
          setTyped(target.value)
          change(readNumber(target.value))
        }}
      />
      {typeof unit === 'string' && <span className="text-muted-foreground text-sm">{unit}</span>}
    </span>
  )
}

function readNumber(text: string): Json | undefined {
  return text.trim() === '' ? undefined : (coercionsOf(text, 'number')[0] ?? text)
}
