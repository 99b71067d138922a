'use client'

import type { WidgetProps } from '@rjsf/utils'
import { Eye, EyeOff } from 'lucide-react'
import { type ClipboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { isSecretField } from '#lib/form-model/field-facts.ts'
import { isLongText } from '#lib/form-model/field-labels.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { Input, Textarea } from '../../ui/forms/input.tsx'
import { hintOf, useWidget } from '../frame/field-notes.tsx'
import { hasSuggestions, suggestionsFor } from './text-suggestions.ts'

// biome-ignore format: a table reads in rows
const INPUTS: Record<string, { type?: string; inputMode?: 'email' | 'url'; placeholder?: string; isCode?: true }> = {
  email:          { type: 'email', inputMode: 'email' },
  uri:            { type: 'url', inputMode: 'url', placeholder: 'https://' },
  date:           { type: 'date' },
  color:          { placeholder: '#336699' },
  'date-time':    { placeholder: '2026-11-20T09:30:00Z' },
  time:           { placeholder: '14:30:00Z' },
  duration:       { placeholder: 'P1DT12H' },
  uuid:           { placeholder: '00000000-0000-0000-0000-000000000000', isCode: true },
  regex:          { isCode: true },
  'json-pointer': { placeholder: '/items/0', isCode: true },
}

export function TextWidget(props: WidgetProps) {
  const { id, label, name, facts, json, change, disabled, control } = useWidget(props)
  const [isShown, setShown] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const text = typeof json === 'string' ? json : ''
  const [hasLines, setPastedLong] = useLines(id, text)
  const { placeholder, type, isCode, ...kind } = inputFor(facts.format, text)
  const secret = isSecretField(facts)
  const shared = {
    ...control,
    value: text,
    disabled,
    placeholder: json === '' ? 'Empty text is sent' : (hintOf(facts) ?? placeholder),
    autoComplete: secret ? 'new-password' : 'off',
    spellCheck: facts.format || secret ? false : undefined,
  }
  if (!secret && (isLongText(name, facts) || hasLines)) {
    return (
      <Textarea
        {...shared}
        className="max-h-96"
        onChange={({ target }) => change(target.value || undefined)}
      />
    )
  }
  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text')
    // A one-line input would silently drop the line breaks.
    if (type || secret || !/\n./.test(pasted)) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    setPastedLong()
    change(text.slice(0, selectionStart ?? 0) + pasted + text.slice(selectionEnd ?? text.length))
  }
  const wired = { ...shared, ...kind, onFocus: () => setFocused(true), onPaste }
  if (!secret && hasSuggestions(name, facts))
    return (
      <Combobox
        {...wired}
        type={type}
        options={suggestionsFor(facts, isFocused).map((each) => ({ key: each, label: each }))}
        onType={(typed) => change(typed || undefined)}
        onPick={change}
      />
    )
  const input = (
    <Input
      {...wired}
      type={secret && !isShown ? 'password' : type}
      className={isCode ? 'font-mono' : undefined}
      onChange={({ target }) => change(target.value || undefined)}
    />
  )
  if (secret)
    return (
      <SecretFrame note={facts['x-note']} isShown={isShown} onShow={setShown} disabled={disabled}>
        {input}
      </SecretFrame>
    )
  if (facts.format !== 'color') return input
  return (
    <span className="flex items-center gap-2">
      <ColorPicker label={label} text={text} disabled={disabled} onPick={change} />
      {input}
    </span>
  )
}

/** Whether a textarea shows the text. It never turns back into an input while it is edited. */
function useLines(id: string, text: string): [hasLines: boolean, setPastedLong: () => void] {
  const [isPastedLong, setPastedLong] = useState(false)
  // The textarea that replaces the input takes its focus.
  useEffect(() => {
    if (isPastedLong) document.getElementById(id)?.focus()
  }, [isPastedLong, id])
  const hadLines = useRef(false)
  hadLines.current ||= isPastedLong || /[\n\r]/.test(text)
  return [hadLines.current, () => setPastedLong(true)]
}

type ColorPickerProps = { label: string; text: string; disabled: boolean; onPick: (text: string) => void }

function ColorPicker({ label, text, disabled, onPick }: ColorPickerProps) {
  return (
    <input
      type="color"
      aria-label={`Pick ${label}`}
      className="h-9 w-12 shrink-0 rounded-md border border-input bg-card p-1"
      value={/^#[\da-f]{6}$/i.test(text) ? text : '#000000'}
      disabled={disabled}
      onChange={({ target }) => onPick(target.value)}
    />
  )
}

type SecretFrameProps = {
  note: unknown
  isShown: boolean
  onShow: (isShown: boolean) => void
  disabled: boolean
  children: ReactNode
}

function SecretFrame({ note, isShown, onShow, disabled, children }: SecretFrameProps) {
  return (
    <div className="grid gap-1">
      <div className="flex gap-1.5">
        {children}
        <Button
          variant="outline"
          size="icon"
          aria-label={isShown ? 'Hide value' : 'Show value'}
          aria-pressed={isShown}
          disabled={disabled}
          onClick={() => onShow(!isShown)}
        >
          {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </Button>
      </div>
      <p className="text-muted-foreground text-xs">
        {typeof note === 'string' ? note : 'A secret. It is not saved in your draft.'}
      </p>
    </div>
  )
}

/** A date input hides an invalid value, so a text input shows it. */
function inputFor(format: unknown, text: string) {
  const kind = INPUTS[String(format)] ?? {}
  const isHidden = kind.type === 'date' && text !== '' && !/^\d{4}-\d\d-\d\d$/.test(text)
  return isHidden ? { placeholder: '2026-11-20' } : kind
}
