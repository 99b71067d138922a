'use client'

/** A text field with options that the skill computes (`x-choices`). It stays a text field where that fails. */
import type { WidgetProps } from '@rjsf/utils'
import { useState } from 'react'
import { exampleOf } from '#lib/form-model/field-labels.ts'
import type { FieldOption } from '#lib/form-model/field-options.ts'
import type { FormValue } from '#lib/form-model/form-value.ts'
import type { Json } from '#lib/json/json.ts'
import { coercionsOf } from '#lib/json-schema/inputs/readings.ts'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { useFieldChoices } from '../frame/field-choices.tsx'
import { useWidget } from '../frame/field-notes.tsx'
import { comboboxOptions, isSame } from './select-widget.tsx'

export function ChoicesWidget(props: WidgetProps) {
  const { name, facts, json, kind, change, disabled, control } = useWidget(props)
  const { current } = props.registry.formContext as { current: () => FormValue }
  const { options = [], isLoading, problem, load } = useFieldChoices(facts['x-choices'], name, current)
  const [typed, setTyped] = useState<string>()
  const read = (text: string) => readChoice(options, text, kind)
  const chosen = options.find(({ value }) => isSame(value, json))
  const shown = json === undefined ? '' : typeof json === 'string' ? json : JSON.stringify(json)
  const example = exampleOf(facts)
  return (
    <div className="grid gap-1">
      <Combobox
        {...control}
        placeholder={
          facts.default === undefined ? example && `e.g. ${example}` : `Default: ${String(facts.default)}`
        }
        value={typed !== undefined && isSame(read(typed), json) ? typed : shown}
        disabled={disabled}
        options={comboboxOptions(options)}
        onFocus={load}
        onOpen={load}
        onType={(text) => {
          setTyped(text)
          change(read(text))
        }}
        onPick={(key) => {
          setTyped(undefined)
          change(options[Number(key)]?.value)
        }}
      />
      <p role="status" className="text-muted-foreground text-xs">
        {isLoading && 'Loading the options…'}
        {problem && `The options could not be loaded: ${problem} You can type a value.`}
        {chosen ? noteOf(chosen) : options.length > 0 && `${options.length} options. Type to search.`}
      </p>
    </div>
  )
}

function noteOf({ value, label, description }: FieldOption): string {
  return [label !== String(value) && label, description].filter(Boolean).join('. ')
}

/** The option whose value or label is typed, else the text itself, which the contract judges. */
function readChoice(options: FieldOption[], text: string, kind: string): Json | undefined {
  if (text === '') return undefined
  const option = options.find(({ value, label }) => String(value) === text || label === text)
  if (option) return option.value
  return kind === 'number' || kind === 'integer' ? (coercionsOf(text, 'number')[0] ?? text) : text
}
