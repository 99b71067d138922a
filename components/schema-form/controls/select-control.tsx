'use client'

/** One value of a list. A long list is searched. */
import { useState } from 'react'
import type { Json } from '#lib/contract/json/json.ts'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import type { DrawnField } from '../drawn-field.ts'
import { useForm } from '../form-context.ts'
import { labelFor, type Option } from '../options.ts'
import { presetOf } from '../spot.ts'
import { useControl } from '../use-control.ts'

// More than these nobody scrolls through.
const MANY = 40

export function SelectControl(field: DrawnField) {
  const { id, spot, facts, json, required, place, change } = field
  const { disabled } = useForm()
  const control = useControl(id, facts, required)
  const options = withNull(spot.options ?? [], spot.isNullable)
  if (options.length > MANY) return <SearchedOptions {...field} options={options} />
  const chosen = options.findIndex((option) => isSame(option.value, json))
  const isStray = json !== undefined && chosen < 0
  const preset = presetOf(spot)
  const mayBeEmpty = json === undefined || !required || place !== 'property'
  return (
    <div className="grid gap-1">
      <Select
        {...control}
        className="max-w-md"
        value={isStray ? 'stray' : chosen < 0 ? '' : String(chosen)}
        disabled={disabled}
        onChange={({ target }) => {
          if (target.value !== 'stray')
            change(target.value === '' ? undefined : options[Number(target.value)]?.value)
        }}
      >
        {mayBeEmpty && (
          <option value="">{preset === undefined ? 'Choose…' : `Default (${labelFor(preset)})`}</option>
        )}
        {isStray && <option value="stray">{labelFor(json)} (not in the list)</option>}
        {options.map((option, index) => (
          <option key={JSON.stringify(option.value)} value={index}>
            {option.label}
          </option>
        ))}
      </Select>
      {options[chosen]?.description && (
        <p className="text-muted-foreground text-xs">{options[chosen].description}</p>
      )}
    </div>
  )
}

function SearchedOptions({ id, facts, json, required, change, options }: DrawnField & { options: Option[] }) {
  const { disabled } = useForm()
  const control = useControl(id, facts, required)
  const [typed, setTyped] = useState<string>()
  const shown =
    json === undefined ? '' : (options.find(({ value }) => isSame(value, json))?.label ?? labelFor(json))
  return (
    <div className="grid gap-1">
      <Input
        {...control}
        className="max-w-md"
        list={`${id}__options`}
        autoComplete="off"
        placeholder={facts.default === undefined ? 'Type to search' : `Default: ${labelFor(facts.default)}`}
        value={typed !== undefined && isSame(readOption(options, typed), json) ? typed : shown}
        disabled={disabled}
        onChange={({ target }) => {
          setTyped(target.value)
          change(readOption(options, target.value))
        }}
      />
      <datalist id={`${id}__options`}>
        {options.map((option) => (
          <option key={JSON.stringify(option.value)} value={option.label} />
        ))}
      </datalist>
      <p className="text-muted-foreground text-xs">One of {options.length}: type a part of it.</p>
    </div>
  )
}

/** What is in no list stays the text it is: the check says so. */
function readOption(options: Option[], text: string): Json | undefined {
  if (text === '') return undefined
  const option = options.find(({ label }) => label === text)
  return option ? option.value : text
}

function withNull(options: Option[], isNullable: boolean): Option[] {
  if (!isNullable || options.some(({ value }) => value === null)) return options
  return [...options, { value: null, label: labelFor(null) }]
}

export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
