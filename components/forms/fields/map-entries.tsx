'use client'

/**
 * The properties of an object that its contract does not name. The library forgets names that change outside the form.
 */
import type { ReactNode } from 'react'
import { freeName, type ObjectParts } from '#lib/contracts/forms/fields/schema-parts.ts'
import { BLANK, type FormValue, renameKey } from '#lib/contracts/forms/values/form-value.ts'
import { toPointer } from '#lib/kernel/json/json-pointer.ts'
import { CommittedInput } from '../../ui/forms/committed-input.tsx'
import { Label } from '../../ui/forms/input.tsx'
import { useRowFocus } from '../../ui/forms/use-row-focus.ts'
import { AddButton, RowButtons } from '../../ui/row-buttons.tsx'

type MapEntriesProps = {
  id: string
  value: { [key: string]: FormValue }
  parts: ObjectParts
  contents: ReadonlyMap<string, ReactNode>
  disabled: boolean
  initialValue: (name: string) => FormValue
  onChange: (value: FormValue) => void
}

export function MapEntries({
  id,
  value,
  parts,
  contents,
  disabled,
  initialValue,
  onChange,
}: MapEntriesProps) {
  const names = Object.keys(value).filter((name) => !parts.properties.has(name))
  const focus = useRowFocus()

  function add() {
    const name = freeName(parts, value)
    focus.fillNext(names.length)
    onChange({ ...value, [name]: initialValue(name) ?? BLANK })
  }
  const remove = (name: string) =>
    onChange(Object.fromEntries(Object.entries(value).filter(([each]) => each !== name)))
  if (names.length === 0 && !parts.isOpen) return null
  return (
    <div className="@container col-span-full grid min-w-0 grid-cols-1 gap-2.5">
      {names.length > 0 && (
        <ol {...focus.list} className="grid grid-cols-1 gap-2.5">
          {names.map((name, row) => (
            <li
              // By index, because a key that changes with the name would lose the focus.
              // biome-ignore lint/suspicious/noArrayIndexKey: the name changes while it is edited
              key={row}
              className="relative grid grid-cols-1 items-start gap-2.5 rounded-md border border-border p-3 @md:grid-cols-[minmax(7rem,2fr)_minmax(0,3fr)] @md:pr-12"
            >
              <EntryName
                id={`${id}${toPointer([name])}__key`}
                name={name}
                usedNames={Object.keys(value)}
                suggestions={parts.names}
                disabled={disabled}
                onRename={(to) => onChange(renameKey(value, name, to))}
              />
              <div className="@container min-w-0">{contents.get(name)}</div>
              <RowButtons
                item={name}
                className="absolute top-3 right-2"
                actions={{ remove: !disabled && (() => remove(name)) }}
              />
            </li>
          ))}
        </ol>
      )}
      {parts.isOpen && (
        <AddButton ref={focus.add} disabled={disabled} onClick={add}>
          Add {names.length > 0 ? 'another field' : 'a field'}
        </AddButton>
      )}
    </div>
  )
}

type EntryNameProps = {
  id: string
  name: string
  usedNames: string[]
  suggestions: string[]
  disabled: boolean
  onRename: (to: string) => void
}

function EntryName({ id, name, usedNames, suggestions, disabled, onRename }: EntryNameProps) {
  return (
    <div className="grid min-w-0 gap-1.5 @max-md:pr-10">
      <Label htmlFor={id} className="sr-only">
        Field name
      </Label>
      <CommittedInput
        id={id}
        className="font-mono"
        list={suggestions.length > 0 ? `${id}s` : undefined}
        value={name}
        disabled={disabled}
        getError={(typed) => (usedNames.includes(typed) ? 'This name is taken.' : undefined)}
        onCommit={onRename}
      />
      <datalist id={`${id}s`}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </div>
  )
}
