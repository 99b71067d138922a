'use client'

import type { WidgetProps } from '@rjsf/utils'
import { useState } from 'react'
import { isSecretField } from '#lib/contracts/forms/fields/field-facts.ts'
import { choosePlaceholder, isLongText } from '#lib/contracts/forms/fields/field-labels.ts'
import { widgetField } from '#lib/contracts/forms/rjsf/drawn-field.ts'
import {
  hasSuggestions,
  isTimeZone,
  suggestionsFor,
  textInputFor,
} from '#lib/contracts/forms/typed-text/text-inputs.ts'
import { ClockTimeInput } from '../../ui/forms/clock-time-input.tsx'
import { ColorPicker } from '../../ui/forms/color-picker.tsx'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { DurationInput } from '../../ui/forms/duration-input.tsx'
import { InstantInput } from '../../ui/forms/instant-input.tsx'
import { LineInput } from '../../ui/forms/line-input.tsx'
import { SecretInput } from '../../ui/forms/secret-input.tsx'
import { VaultPathInput } from '../../vault/vault-path-input.tsx'

export function TextWidget(props: WidgetProps) {
  const { label, name, facts, json, change, disabled, control } = widgetField(props)
  const [isFocused, setFocused] = useState(false)
  const text = typeof json === 'string' ? json : ''
  const { placeholder, isCode, ...line } = textInputFor(facts.format, text)
  const secret = isSecretField(facts)
  const onText = (typed: string) => change(typed || undefined)
  const shared = {
    ...control,
    value: text,
    disabled,
    placeholder: json === '' ? 'Empty text is sent' : (choosePlaceholder(facts) ?? placeholder),
    autoComplete: secret ? 'new-password' : 'off',
    spellCheck: facts.format || secret ? false : undefined,
  }
  if (secret) {
    return (
      <div className="grid min-w-0 grid-cols-1 gap-1">
        <SecretInput {...shared} label={label} onText={onText} />
        <p className="text-muted-foreground text-xs">
          {typeof facts['x-note'] === 'string' ? facts['x-note'] : 'A secret. It is not saved in your draft.'}
        </p>
      </div>
    )
  }
  const isLong = isLongText(name, facts)
  if (hasSuggestions(name, facts) && !isLong && !/[\n\r]/.test(text))
    return (
      <Combobox
        {...shared}
        {...line}
        options={suggestionsFor(facts, isFocused).map((suggestion) => ({
          key: suggestion,
          label: suggestion,
        }))}
        mustPick={isTimeZone(name, facts)}
        onFocus={() => setFocused(true)}
        onType={onText}
        onPick={change}
      />
    )
  const input = (
    <LineInput
      {...shared}
      isLong={isLong}
      line={{ ...line, className: isCode && 'font-mono' }}
      onText={onText}
    />
  )
  if (facts.format !== 'color') return input
  return (
    <span className="flex items-center gap-2">
      <ColorPicker label={label} value={text} disabled={disabled} onPick={change} />
      {input}
    </span>
  )
}

/** The control of a text with `"format": "date-time"`. */
export function DateTimeWidget(props: WidgetProps) {
  const { json, change, disabled, control } = widgetField(props)
  const value = typeof json === 'string' ? json : undefined
  return <InstantInput {...control} value={value} disabled={disabled} onChange={change} />
}

/** The control of a text with `"format": "time"`. */
export function ClockTimeWidget(props: WidgetProps) {
  const { label, json, change, disabled, control } = widgetField(props)
  const value = typeof json === 'string' ? json : undefined
  return <ClockTimeInput {...control} label={label} value={value} disabled={disabled} onChange={change} />
}

/** The control of a text with `"format": "duration"`. */
export function DurationWidget(props: WidgetProps) {
  const { label, json, change, disabled, control } = widgetField(props)
  const value = typeof json === 'string' ? json : undefined
  return <DurationInput {...control} label={label} value={value} disabled={disabled} onChange={change} />
}

/** The control of a text with `"format": "vault-path"`. */
export function VaultPathWidget(props: WidgetProps) {
  const { facts, json, change, disabled, control } = widgetField(props)
  const value = typeof json === 'string' ? json : ''
  return (
    <VaultPathInput
      {...control}
      placeholder={choosePlaceholder(facts)}
      value={value}
      disabled={disabled}
      onChange={change}
    />
  )
}
