'use client'

/** Several values of a short list, each at most once. */
import type { Json } from '#lib/contract/json/json.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Label } from '../../ui/label.tsx'
import type { DrawnField } from '../drawn-field.ts'
import { useForm } from '../form-context.ts'
import type { FormContract } from '../form-contract.ts'
import { Group } from '../group.tsx'
import { labelFor, type Option } from '../options.ts'
import { listParts } from '../parts.ts'
import { readSpot, type Spot } from '../spot.ts'
import { isSame } from './select-control.tsx'

const MANY = 24

/** The values to tick, when the list is one of those. */
export function checksOf(contract: FormContract, spot: Spot): Option[] | undefined {
  const { places, isSet, schemasAt } = listParts(spot)
  if (!isSet || places > 0) return undefined
  const { options } = readSpot(contract, schemasAt(0), undefined)
  return options && options.length <= MANY ? options : undefined
}

export function ChecksControl(props: DrawnField & { options: Option[] }) {
  const { id, json, options, required, place, change } = props
  const { disabled } = useForm()
  const chosen: Json[] = Array.isArray(json) ? json : []
  const strays = chosen.filter((each) => !options.some(({ value }) => isSame(value, each)))
  const listed = [
    ...options,
    ...strays.map((value) => ({ value, label: `${labelFor(value)} (not in the list)` })),
  ]

  function toggle(option: Option, isOn: boolean) {
    if (!isOn) return change(chosen.filter((each) => !isSame(each, option.value)))
    // In the order of the contract, whatever was ticked first.
    const placeOf = (value: Json) => listed.findIndex((each) => isSame(each.value, value))
    const after = chosen.findIndex((each) => placeOf(each) > placeOf(option.value))
    change(chosen.toSpliced(after < 0 ? chosen.length : after, 0, option.value))
  }
  return (
    <Group {...props} isRemovable={Array.isArray(json) && !required && place === 'property'}>
      <div className="flex flex-wrap gap-x-5 gap-y-2.5">
        {listed.map((option, index) => (
          <div key={JSON.stringify(option.value)} className="flex min-w-0 items-center gap-2">
            <Checkbox
              id={`${id}__${index}`}
              checked={chosen.some((each) => isSame(each, option.value))}
              disabled={disabled}
              onCheckedChange={(isOn) => toggle(option, isOn === true)}
            />
            <Label htmlFor={`${id}__${index}`} className="font-normal leading-normal">
              {option.label}
            </Label>
          </div>
        ))}
      </div>
    </Group>
  )
}
