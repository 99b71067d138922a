import { useState } from 'react'
import { isIdenticalJson, type Json } from '#lib/kernel/json/json.ts'

type Editing<Value> = {
  value: Value
  format: (value: Value) => string
  parse: (text: string) => Value
  onChange: (value: Value) => void
}

/**
 * Returns the text of an input and a function that changes it. Typed text stays as it is while it parses to the current
 * value, so that half-typed numbers and spaces are not rewritten under the cursor.
 */
export function useEditedText<Value extends Json | undefined>({
  value,
  format,
  parse,
  onChange,
}: Editing<Value>) {
  const [typed, setTyped] = useState(() => format(value))
  const text = isIdenticalJson(parse(typed), value) ? typed : format(value)
  function setText(next: string) {
    setTyped(next)
    onChange(parse(next))
  }
  return [text, setText] as const
}
