'use client'

import type { WidgetProps } from '@rjsf/utils'
import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { isSecretField } from '#lib/form-model/field-facts.ts'
import { isLongText, placeholderOf } from '#lib/form-model/field-labels.ts'
import { hasSuggestions, suggestionsFor, textInputFor } from '#lib/form-model/typed-text/text-inputs.ts'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { Input, Textarea } from '../../ui/forms/input.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { VaultPathInput } from '../../vault/vault-path-input.tsx'
import { useWidget } from '../frame/field-notes.tsx'

export function TextWidget(props: WidgetProps) {
  const { id, label, name, facts, json, change, disabled, control } = useWidget(props)
  const [isFocused, setFocused] = useState(false)
  const text = typeof json === 'string' ? json : ''
  const [hasLines, setPastedLong] = useLines(id, text)
  const { placeholder, type, isCode, ...kind } = textInputFor(facts.format, text)
  const secret = isSecretField(facts)
  const shared = {
    ...control,
    value: text,
    disabled,
    placeholder: json === '' ? 'Empty text is sent' : (placeholderOf(facts) ?? placeholder),
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
  if (secret) {
    return (
      <div className="grid gap-1">
        <PasswordInput {...wired} onChange={({ target }) => change(target.value || undefined)} />
        <SecretNote note={facts['x-note']} />
      </div>
    )
  }
  const input = (
    <Input
      {...wired}
      type={type}
      className={isCode ? 'font-mono' : undefined}
      onChange={({ target }) => change(target.value || undefined)}
    />
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

function SecretNote({ note }: { note: unknown }) {
  return (
    <p className="text-muted-foreground text-xs">
      {typeof note === 'string' ? note : 'A secret. It is not saved in your draft.'}
    </p>
  )
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

/** `"format": "vault-path"`. */
export function VaultPathWidget(props: WidgetProps) {
  const { facts, json, change, disabled, control } = useWidget(props)
  const value = typeof json === 'string' ? json : ''
  return (
    <VaultPathInput
      {...control}
      placeholder={placeholderOf(facts)}
      value={value}
      disabled={disabled}
      onChange={change}
    />
  )
}
