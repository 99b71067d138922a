'use client'

/**
 * A number, typed. What can be read as one without loss becomes one; everything else stays the text it is, so that
 * the check can say what is wrong with it.
 */
import { useState } from 'react'
import type { Json } from '#lib/contract/json/json.ts'
import { readingsOf } from '#lib/contract/values/coerce.ts'
import { Input } from '../../ui/input.tsx'
import type { DrawnField } from '../drawn-field.ts'
import { exampleOf } from '../field-words.ts'
import { useForm } from '../form-context.ts'
import { useControl } from '../use-control.ts'

export function NumberControl({
  id,
  facts,
  json,
  required,
  isWhole,
  change,
}: DrawnField & { isWhole: boolean }) {
  const { disabled } = useForm()
  const control = useControl(id, facts, required)
  const [typed, setTyped] = useState<string>()
  const isTyped = typed !== undefined && Object.is(readNumber(typed), json)
  const example = exampleOf(facts)
  const unit = facts['x-unit'] ?? facts.unit
  return (
    <span className="flex items-center gap-2">
      <Input
        {...control}
        className="max-w-48 tabular-nums"
        inputMode={isWhole ? 'numeric' : 'decimal'}
        value={isTyped ? typed : json === undefined ? '' : String(json)}
        disabled={disabled}
        placeholder={
          typeof facts.default === 'number' ? `Default: ${facts.default}` : example && `e.g. ${example}`
        }
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
  return text.trim() === '' ? undefined : (readingsOf(text, 'number')[0] ?? text)
}
