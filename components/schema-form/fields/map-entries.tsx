'use client'

/** The properties of an object that its contract does not name. The library forgets names that change outside the form. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { BLANK, type FormValue, renameKey } from '#lib/form-model/form-value.ts'
import { freeName, type ObjectParts } from '#lib/form-model/schema-parts.ts'
import { toPointer } from '#lib/json/json-pointer.ts'
import { AddButton } from '../../ui/add-button.tsx'
import { Input, Label } from '../../ui/forms/input.tsx'
import { focusFirst } from '../../ui/remember-focus.ts'
import { RowButtons } from '../../ui/row-buttons.tsx'

type MapEntriesProps = {
  id: string
  value: { [key: string]: FormValue }
  parts: ObjectParts
  contents: ReadonlyMap<string, ReactNode>
  disabled: boolean
  startOf: (name: string) => FormValue
  onChange: (value: FormValue) => void
}

export function MapEntries({ id, value, parts, contents, disabled, startOf, onChange }: MapEntriesProps) {
  const names = Object.keys(value).filter((name) => !parts.properties.has(name))
  const list = useRef<HTMLDivElement>(null)
  const next = useRef<{ row: number; part: string }>(undefined)

  useEffect(() => {
    if (!next.current) return
    const { row, part } = next.current
    next.current = undefined
    const rows = list.current?.querySelectorAll(':scope > [data-entry]') ?? []
    const target = rows[Math.min(row, rows.length - 1)]?.querySelector<HTMLElement>(part)
    if (!target) return focusFirst(list.current)
    target.focus()
    if (target instanceof HTMLInputElement) target.select()
  })

  function add() {
    const name = freeName(parts, value)
    next.current = { row: names.length, part: '[data-name]' }
    onChange({ ...value, [name]: startOf(name) ?? BLANK })
  }
  function remove(name: string, row: number) {
    next.current = { row, part: ':scope > div > [data-act=remove]' }
    onChange(Object.fromEntries(Object.entries(value).filter(([each]) => each !== name)))
  }
  if (names.length === 0 && !parts.isOpen) return null
  return (
    <div ref={list} className="@container col-span-full grid min-w-0 grid-cols-1 gap-2.5">
      {names.map((name, row) => (
        <div
          // Retains the focus.
          // biome-ignore lint/suspicious/noArrayIndexKey: the name changes while it is edited
          key={row}
          data-entry
          className="relative grid grid-cols-1 items-start gap-2.5 rounded-md border border-border p-3 @md:grid-cols-[minmax(7rem,2fr)_minmax(0,3fr)] @md:pr-12"
        >
          <NameInput
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
            acts={{ remove: !disabled && (() => remove(name, row)) }}
          />
        </div>
      ))}
      {parts.isOpen && (
        <AddButton disabled={disabled} onClick={add}>
          Add {names.length > 0 ? 'another field' : 'a field'}
        </AddButton>
      )}
    </div>
  )
}

type NameInputProps = {
  id: string
  name: string
  usedNames: string[]
  suggestions: string[]
  disabled: boolean
  onRename: (to: string) => void
}

/** Applied on blur or Enter; Escape restores it. */
function NameInput({ id, name, usedNames, suggestions, disabled, onRename }: NameInputProps) {
  const [typed, setTyped] = useState<string>()
  const isTaken = typed !== undefined && typed !== name && usedNames.includes(typed)

  function commit() {
    if (typed !== undefined && typed !== name && !isTaken) onRename(typed)
    setTyped(undefined)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') setTyped(undefined)
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    commit()
  }
  return (
    <div className="grid min-w-0 gap-1.5 @max-md:pr-10">
      <Label htmlFor={id} className="sr-only">
        Field name
      </Label>
      <Input
        id={id}
        data-name
        className="font-mono"
        autoComplete="off"
        spellCheck={false}
        list={suggestions.length > 0 ? `${id}s` : undefined}
        value={typed ?? name}
        disabled={disabled}
        aria-invalid={isTaken || undefined}
        aria-describedby={isTaken ? `${id}__error` : undefined}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      <datalist id={`${id}s`}>
        {suggestions.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      {isTaken && (
        <p id={`${id}__error`} className="text-destructive text-sm">
          This name is taken.
        </p>
      )}
    </div>
  )
}
