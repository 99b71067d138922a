'use client'

import { useState } from 'react'

type Editing<Value> = {
  value: Value
  format: (value: Value) => string
  parse: (text: string) => Value
  onChange: (value: Value) => void
}

/**
 * Text that stands for a value: what was typed stays as it was typed for as long as it means the value, and is
 * written anew when the value was changed elsewhere.
 */
export function useEditedText<Value>({ value, format, parse, onChange }: Editing<Value>) {
  const [typed, setTyped] = useState(() => format(value))
  const text = isSame(parse(typed), value) ? typed : format(value)
  function setText(next: string) {
    setTyped(next)
    onChange(parse(next))
  }
  return [text, setText] as const
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
