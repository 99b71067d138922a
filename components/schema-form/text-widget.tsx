'use client'

/** Text and numbers: a line, or several where the contract or what is pasted asks for it. */
import type { FieldProps, WidgetProps } from '@rjsf/utils'
import { type ClipboardEvent, useState } from 'react'
import type { JsonSchema } from '#lib/contract/json/json.ts'
import { typesOf } from '#lib/contract/schema/schema-tree.ts'
import { readingsOf } from '#lib/contract/values/coerce.ts'
import { Input } from '../ui/input.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { exampleOf, isLongText } from './field-words.ts'
import { useControl } from './use-control.ts'

// biome-ignore format: a table reads in rows
const INPUTS: Record<string, { type?: string; inputMode?: 'email' | 'url' | 'decimal' | 'numeric'; placeholder?: string }> = {
  email:    { type: 'email', inputMode: 'email' },
  uri:      { type: 'url', inputMode: 'url', placeholder: 'https://' },
  date:     { type: 'date' },
  time:     { placeholder: '14:30:00Z' },
  duration: { placeholder: 'P1DT12H' },
  password: { type: 'password' },
}

export function TextWidget(props: WidgetProps) {
  const { id, name, value, disabled, readonly, schema, onChange } = props
  const control = useControl(props)
  const [isPastedLong, setPastedLong] = useState(false)
  const text = value === undefined || value === null ? '' : String(value)
  const isLong = isLongText(name, schema as JsonSchema) || isPastedLong || text.includes('\n')
  const { placeholder: hint, ...kind } = INPUTS[schema.format ?? ''] ?? {}
  const example = exampleOf(schema as JsonSchema)
  const shared = {
    ...control,
    value: text,
    disabled: disabled || readonly,
    placeholder: example ? `e.g. ${example}` : hint,
    autoComplete: 'off',
    spellCheck: schema.format ? false : undefined,
  }
  if (isLong) {
    const change = (typed: string) => onChange(typed === '' ? undefined : typed)
    return <Textarea {...shared} className="max-h-96" onChange={(event) => change(event.target.value)} />
  }
  function onPaste(event: ClipboardEvent) {
    // A one-line input would silently drop the line breaks.
    if (kind.type || !/\n./.test(event.clipboardData.getData('text'))) return
    event.preventDefault()
    setPastedLong(true)
    onChange(text + event.clipboardData.getData('text'))
    requestAnimationFrame(() => document.getElementById(id)?.focus())
  }
  return (
    <Input
      {...shared}
      {...kind}
      onPaste={onPaste}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    />
  )
}

/**
 * A number, typed. What can be read as one without loss becomes one; everything else stays the text it is, so
 * that the check can say what is wrong with it.
 */
export function NumberField(props: FieldProps) {
  const { registry, schema, fieldPathId, formData, onChange } = props
  const [typed, setTyped] = useState<string>()
  if (registry.schemaUtils.isSelect(schema)) {
    const StringField = registry.fields.StringField
    return StringField ? <StringField {...props} /> : null
  }
  const isTyped = typed !== undefined && readNumber(typed) === formData
  return (
    <NumberInput
      {...props}
      text={isTyped ? typed : formData === undefined || formData === null ? '' : String(formData)}
      onType={(text) => {
        setTyped(text)
        onChange(readNumber(text) as never, fieldPathId.path)
      }}
    />
  )
}

function readNumber(text: string): unknown {
  return text.trim() === '' ? undefined : (readingsOf(text, 'number')[0] ?? text)
}

type NumberInputProps = FieldProps & { text: string; onType: (text: string) => void }

function NumberInput({ fieldPathId, schema, required, disabled, readonly, text, onType }: NumberInputProps) {
  const control = useControl({ id: fieldPathId.$id, schema, required })
  const example = exampleOf(schema as JsonSchema)
  const isWhole = typesOf(schema as JsonSchema).includes('integer')
  return (
    <Input
      {...control}
      className="max-w-48 tabular-nums"
      inputMode={isWhole ? 'numeric' : 'decimal'}
      value={text}
      disabled={disabled || readonly}
      placeholder={example && `e.g. ${example}`}
      autoComplete="off"
      onChange={(event) => onType(event.target.value)}
    />
  )
}
