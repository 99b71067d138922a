'use client'

import type { WidgetProps } from '@rjsf/utils'
import { useState } from 'react'
import { hintOf } from '#lib/form-model/field-labels.ts'
import { readNumber } from '#lib/form-model/typed-values.ts'
import { Input } from '../../ui/forms/input.tsx'
import { useWidget } from '../frame/field-notes.tsx'

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
