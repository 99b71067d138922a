'use client'

/** Values to be chosen: one of a list, several of a list, yes or no. */
import type { EnumOptionsType, WidgetProps } from '@rjsf/utils'
import { Checkbox } from '../ui/checkbox.tsx'
import { Label } from '../ui/label.tsx'
import { Select } from '../ui/select.tsx'
import { FieldHelp } from './field-frame.tsx'
import { humanise } from './field-words.ts'
import { useControl } from './use-control.ts'

export function SelectWidget(props: WidgetProps) {
  const { id, value, options, disabled, readonly, multiple, required, schema, label, onChange } = props
  const control = useControl(props)
  if (multiple) return <ChecksWidget {...props} />
  const listed = options.enumOptions ?? []
  const chosen = listed.findIndex((option) => sameJson(option.value, value))
  // The selector of a choice between branches has no label of its own.
  const isBranches = /__(one|any)of_select$/.test(id)
  const mayBeEmpty = !isBranches && (!required || chosen < 0)
  return (
    <div className="grid gap-1.5">
      {isBranches && <Label htmlFor={id}>{humanise(label)}</Label>}
      <Select
        {...control}
        className="max-w-md"
        value={chosen < 0 ? '' : String(chosen)}
        disabled={disabled || readonly}
        onChange={(event) => onChange(listed[Number(event.target.value || -1)]?.value)}
      >
        {mayBeEmpty && (
          <option value="">
            {schema.default === undefined ? 'Choose…' : `Default (${String(schema.default)})`}
          </option>
        )}
        {listed.map((option, index) => (
          <option key={optionKey(option)} value={index}>
            {option.label}
          </option>
        ))}
      </Select>
    </div>
  )
}

export function ChecksWidget(props: WidgetProps) {
  const { id, value, options, disabled, readonly, onChange } = props
  const { 'aria-required': _, ...control } = useControl(props)
  const chosen: unknown[] = Array.isArray(value) ? value : []
  const listed = options.enumOptions ?? []
  function toggle(option: EnumOptionsType, isOn: boolean) {
    // In the order of the contract, however they were ticked.
    onChange(
      listed
        .map((each) => each.value)
        .filter((each) => (sameJson(each, option.value) ? isOn : includes(chosen, each))),
    )
  }
  return (
    <fieldset {...control} tabIndex={-1} className="flex flex-wrap gap-x-5 gap-y-2.5 py-1">
      {listed.map((option, index) => (
        <div key={optionKey(option)} className="flex items-center gap-2">
          <Checkbox
            id={`${id}__${index}`}
            checked={includes(chosen, option.value)}
            disabled={disabled || readonly}
            onCheckedChange={(isOn) => toggle(option, isOn === true)}
          />
          <Label htmlFor={`${id}__${index}`} className="font-normal">
            {option.label}
          </Label>
        </div>
      ))}
    </fieldset>
  )
}

export function CheckWidget(props: WidgetProps) {
  const { id, name, value, disabled, readonly, schema, label, onChange } = props
  const { 'aria-required': _, ...control } = useControl(props)
  return (
    <div className="flex items-start gap-2.5">
      <Checkbox
        {...control}
        checked={value === true}
        disabled={disabled || readonly}
        onCheckedChange={(isOn) => onChange(isOn === true)}
      />
      <div className="grid gap-1">
        <Label htmlFor={id}>{schema.title ?? (label === name ? humanise(label) : label)}</Label>
        <FieldHelp id={id} schema={schema as never} />
      </div>
    </div>
  )
}

function optionKey(option: EnumOptionsType): string {
  return JSON.stringify(option.value) ?? option.label
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function includes(values: unknown[], value: unknown): boolean {
  return values.some((each) => sameJson(each, value))
}
