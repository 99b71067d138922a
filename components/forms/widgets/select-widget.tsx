'use client'

import type { WidgetProps } from '@rjsf/utils'
import type { ReactNode } from 'react'
import { findPreset } from '#lib/contracts/forms/fields/field-model.ts'
import { type FieldOption, labelFor } from '#lib/contracts/forms/fields/field-options.ts'
import { type DrawnField, widgetField } from '#lib/contracts/forms/rjsf/drawn-field.ts'
import { readOption } from '#lib/contracts/forms/typed-text/typed-values.ts'
import { isIdenticalJson, type Json } from '#lib/kernel/json/json.ts'
import { Combobox, type ComboboxOption } from '../../ui/forms/combobox.tsx'
import { Select } from '../../ui/forms/input.tsx'
import { useEditedText } from '../../ui/forms/use-edited-text.ts'

const SEARCH_THRESHOLD = 20

export function SelectWidget(props: WidgetProps) {
  const { field, json, required, slot, change, disabled, control } = widgetField(props)
  const options = withNull(field.options ?? [], field.isNullable)
  if (options.length > SEARCH_THRESHOLD) return <SearchedOptions {...props} listed={options} />
  const chosen = options.findIndex((option) => isIdenticalJson(option.value, json))
  const isUnlisted = json !== undefined && chosen < 0
  const preset = findPreset(field)
  const unset = required || slot !== 'property' ? 'Choose…' : 'Not set'
  // What the skill gets if nothing is chosen is one of the options already, in most lists.
  const presetIndex =
    preset === undefined ? -1 : options.findIndex((option) => isIdenticalJson(option.value, preset))
  const mayBeEmpty = presetIndex < 0 && (json === undefined || !required || slot !== 'property')
  const shown = chosen < 0 ? presetIndex : chosen
  return (
    <div className="grid gap-1">
      <Select
        {...control}
        className="max-w-md"
        value={isUnlisted ? 'stray' : shown < 0 ? '' : String(shown)}
        disabled={disabled}
        onChange={({ target }) => {
          if (target.value !== 'stray')
            change(target.value === '' ? undefined : options[Number(target.value)]?.value)
        }}
      >
        {mayBeEmpty && (
          <option value="">{preset === undefined ? unset : `Default (${labelIn(options, preset)})`}</option>
        )}
        {isUnlisted && <option value="stray">{labelFor(json)} (not in the list)</option>}
        {options.map((option, index) => (
          <option key={JSON.stringify(option.value)} value={index}>
            {option.label}
            {index === presetIndex && ' (default)'}
          </option>
        ))}
      </Select>
      {options[shown]?.description && (
        <p className="text-muted-foreground text-xs">{options[shown].description}</p>
      )}
    </div>
  )
}

function SearchedOptions({ listed: options, ...props }: WidgetProps & { listed: FieldOption[] }) {
  const field = widgetField(props as WidgetProps)
  const { facts, json } = field
  const chosen = options.find(({ value }) => isIdenticalJson(value, json))
  return (
    <OptionCombobox
      field={field}
      options={options}
      parse={(text) => readOption(options, text)}
      displayText={json === undefined ? '' : (chosen?.label ?? labelFor(json))}
      placeholder={
        facts.default === undefined ? 'Type to search' : `Default: ${labelIn(options, facts.default)}`
      }
      mustPick
    >
      {chosen?.description ?? `${options.length} options. Type to search.`}
    </OptionCombobox>
  )
}

type OptionComboboxProps = {
  field: DrawnField
  options: FieldOption[]
  parse: (text: string) => Json | undefined
  /** The value as it is displayed. */
  displayText: string
  placeholder: string | undefined
  onOpen?: () => void
  /** Set if no other values are valid. */
  mustPick?: boolean
  /** A note below the control. */
  children: ReactNode
}

/** A text field with suggestions. Typed text stays as it is while it parses to the value. */
export function OptionCombobox(props: OptionComboboxProps) {
  const { options, parse, displayText, placeholder, onOpen, mustPick, children } = props
  const { json, change, disabled, control } = props.field
  const [text, setText] = useEditedText({
    value: json,
    format: () => displayText,
    parse: parse,
    onChange: change,
  })
  return (
    <div className="grid gap-1">
      <Combobox
        {...control}
        placeholder={placeholder}
        value={text}
        disabled={disabled}
        options={comboboxOptions(options)}
        onFocus={onOpen}
        onOpen={onOpen}
        mustPick={mustPick}
        onType={setText}
        onPick={(key) => change(options[Number(key)]?.value)}
      />
      <p role="status" className="text-muted-foreground text-xs">
        {children}
      </p>
    </div>
  )
}

/** Returns options keyed by their position, because labels may repeat. */
function comboboxOptions(options: readonly FieldOption[]): ComboboxOption[] {
  return options.map(({ value, label, description }, index) => {
    const code = label === String(value) ? '' : String(value)
    return { key: String(index), label, hint: [code, description].filter(Boolean).join(' · ') }
  })
}

/** Returns the label of the option with this value, or the value itself. */
function labelIn(options: readonly FieldOption[], value: Json): string {
  return options.find((option) => isIdenticalJson(option.value, value))?.label ?? labelFor(value)
}

function withNull(options: FieldOption[], isNullable: boolean): FieldOption[] {
  if (!isNullable || options.some(({ value }) => value === null)) return options
  return [...options, { value: null, label: labelFor(null) }]
}

export function KindWidget({ options, value, disabled, onChange }: WidgetProps) {
  const { name, controlId, mayBeNone } = options as Record<string, unknown>
  return (
    <Select
      id={String(controlId)}
      aria-label={String(name)}
      className="w-fit min-w-28 max-w-full sm:max-w-64 [&_select]:h-8 [&_select]:text-sm"
      value={value === undefined ? '' : String(value)}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    >
      {mayBeNone === true && <option value="">Choose…</option>}
      {options.enumOptions?.map((option) => (
        <option key={option.label} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  )
}
