'use client'

import { type ComponentProps, useRef } from 'react'
import { Input, Textarea } from './input.tsx'
import { useLines } from './use-lines.ts'

type LineInputProps = Pick<
  ComponentProps<'input'>,
  'placeholder' | 'disabled' | 'autoComplete' | 'spellCheck'
> & {
  id: string
  value: string
  /** Whether to start with a textarea. */
  isLong: boolean
  /** Props of the single-line input only. */
  line: Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'className'>
  onText: (text: string) => void
}

/** An input that becomes a textarea once the text has line breaks. */
export function LineInput({ id, value, isLong, line, onText, ...rest }: LineInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [hasLines] = useLines({ id, value, input, isEnabled: !line.type, onText })
  const shared = { id, ...rest, value }
  return isLong || hasLines ? (
    <Textarea {...shared} className="max-h-96" onChange={({ target }) => onText(target.value)} />
  ) : (
    <Input {...shared} {...line} ref={input} onChange={({ target }) => onText(target.value)} />
  )
}
