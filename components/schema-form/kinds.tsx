'use client'

/** Which kind of value it is, where the contract leaves a choice. */
import type { Json } from '#lib/contract/json/json.ts'
import { Select } from '../ui/select.tsx'
import { chosenType, TYPE_PICK, typeChoices } from './drawn-kind.ts'
import { useForm } from './form-context.ts'
import { branchNames, typeName } from './kind-names.ts'
import type { Picks, Spot } from './spot.ts'

type KindsProps = {
  id: string
  label: string
  spot: Spot
  value: Json | undefined
  picks: Picks
  /** Nothing need be chosen. */
  mayBeNone: boolean
  onSwitch: (key: string, from: number, to: number) => void
}

export function Kinds({ id, label, spot, value, picks, mayBeNone, onSwitch }: KindsProps) {
  const { contract, disabled } = useForm()
  const types = typeChoices(spot)
  const type = types.indexOf(chosenType(spot, value, picks) ?? '')
  return (
    <>
      {spot.choices.map(({ key, branches, chosen }, index) => (
        <KindSelect
          key={key}
          id={`${id}__kind${index || ''}`}
          label={`${label}: kind`}
          names={branchNames(contract, branches)}
          chosen={chosen}
          mayBeNone={mayBeNone || chosen < 0}
          disabled={disabled}
          onSwitch={(to) => onSwitch(key, chosen, to)}
        />
      ))}
      {types.length > 0 && (
        <KindSelect
          id={`${id}__type`}
          label={`${label}: type`}
          names={types.map(typeName)}
          chosen={type}
          mayBeNone={false}
          disabled={disabled}
          onSwitch={(to) => onSwitch(TYPE_PICK, type, to)}
        />
      )}
    </>
  )
}

type KindSelectProps = {
  id: string
  label: string
  names: string[]
  chosen: number
  mayBeNone: boolean
  disabled: boolean
  onSwitch: (to: number) => void
}

function KindSelect({ id, label, names, chosen, mayBeNone, disabled, onSwitch }: KindSelectProps) {
  return (
    <Select
      id={id}
      aria-label={label}
      className="w-fit min-w-28 max-w-full sm:max-w-64 [&_select]:h-8 [&_select]:text-sm"
      value={chosen < 0 ? '' : String(chosen)}
      disabled={disabled}
      onChange={({ target }) => onSwitch(target.value === '' ? -1 : Number(target.value))}
    >
      {mayBeNone && <option value="">Choose…</option>}
      {names.map((name, index) => (
        <option key={name} value={index}>
          {name}
        </option>
      ))}
    </Select>
  )
}
