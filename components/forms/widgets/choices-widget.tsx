'use client'

/** A text field with options that the skill computes (`x-choices`). It stays a text field where that fails. */
import type { WidgetProps } from '@rjsf/utils'
import { choosePlaceholder } from '#lib/contracts/forms/fields/field-labels.ts'
import type { FieldOption } from '#lib/contracts/forms/fields/field-options.ts'
import { widgetField } from '#lib/contracts/forms/rjsf/drawn-field.ts'
import { readChoice } from '#lib/contracts/forms/typed-text/typed-values.ts'
import type { FormValue } from '#lib/contracts/forms/values/form-value.ts'
import { isIdenticalJson } from '#lib/kernel/json/json.ts'
import { useFieldChoices } from '../frame/field-choices.tsx'
import { OptionCombobox } from './select-widget.tsx'

export function ChoicesWidget(props: WidgetProps) {
  const field = widgetField(props)
  const { name, facts, json, kind } = field
  const { current } = props.registry.formContext as { current: () => FormValue }
  const { options = [], isLoading, problem, load } = useFieldChoices(facts['x-choices'], name, current)
  const chosen = options.find(({ value }) => isIdenticalJson(value, json))
  return (
    <OptionCombobox
      field={field}
      options={options}
      parse={(text) => readChoice(options, text, kind)}
      displayText={json === undefined ? '' : typeof json === 'string' ? json : JSON.stringify(json)}
      placeholder={choosePlaceholder(facts)}
      onOpen={load}
      mustPick={kind === 'options'}
    >
      {isLoading && 'Loading the options…'}
      {problem && `The options could not be loaded: ${problem} You can type a value.`}
      {chosen ? describeOption(chosen) : options.length > 0 && `${options.length} options. Type to search.`}
    </OptionCombobox>
  )
}

function describeOption({ value, label, description }: FieldOption): string {
  return [label !== String(value) && label, description].filter(Boolean).join('. ')
}
