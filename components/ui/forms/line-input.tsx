'use client'

import { type ClipboardEvent, type ComponentProps, useEffect, useRef, useState } from 'react'
import { Input, Textarea } from './input.tsx'

type LineInputProps = Pick<
  ComponentProps<'input'>,
  'placeholder' | 'disabled' | 'autoComplete' | 'spellCheck'
> & {
  id: string
  value: string
  /** Begins as a textarea. */
  isLong: boolean
  /** Props of the input only. */
  line: Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'className'>
  onText: (text: string) => void
}

/** Becomes a textarea for text with line breaks, which an input drops silently; never back while it is edited. */
export function LineInput({ id, value, isLong, line, onText, ...rest }: LineInputProps) {
  const [isPastedLong, setPastedLong] = useState(false)
  const hadLines = useRef(false)
  hadLines.current ||= isPastedLong || /[\n\r]/.test(value)
  // The textarea that replaces the input takes its focus.
  useEffect(() => {
    if (isPastedLong) document.getElementById(id)?.focus()
  }, [isPastedLong, id])

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text')
    if (line.type || !/\n./.test(pasted)) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    setPastedLong(true)
    onText(value.slice(0, selectionStart ?? 0) + pasted + value.slice(selectionEnd ?? value.length))
  }
  const shared = { id, ...rest, value }
  return isLong || hadLines.current ? (
    <Textarea {...shared} className="max-h-96" onChange={({ target }) => onText(target.value)} />
  ) : (
    <Input {...shared} {...line} onPaste={onPaste} onChange={({ target }) => onText(target.value)} />
  )
}
