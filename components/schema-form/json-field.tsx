'use client'

/** A value of any kind, written as JSON, for what no other field can draw. */
import type { FieldProps } from '@rjsf/utils'
import { useState } from 'react'
import type { Json } from '#lib/contract/json/json.ts'
import { Textarea } from '../ui/textarea.tsx'
import { useControl } from './use-control.ts'

export function JsonField({
  fieldPathId,
  schema,
  required,
  disabled,
  readonly,
  formData,
  onChange,
}: FieldProps) {
  const id = fieldPathId.$id
  const control = useControl({ id, schema, required })
  const [typed, setTyped] = useState<string>()
  const isTyped = typed !== undefined && sameJson(readLoose(typed), formData)
  return (
    <div className="grid gap-1">
      <Textarea
        {...control}
        className="min-h-16 font-mono"
        rows={2}
        spellCheck={false}
        value={isTyped ? typed : formData === undefined ? '' : JSON.stringify(formData, null, 2)}
        disabled={disabled || readonly}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(readLoose(event.target.value) as never, fieldPathId.path)
        }}
      />
      <p className="text-muted-foreground text-xs">Any JSON. What is no JSON is sent as text.</p>
    </div>
  )
}

function readLoose(text: string): Json | undefined {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
