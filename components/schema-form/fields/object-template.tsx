'use client'

/** The library forgets names that change outside the form. */
import type { ObjectFieldTemplateProps, RJSFSchema } from '@rjsf/utils'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { fieldOf } from '#lib/form-model/drawn-field.ts'
import { namesWithErrors } from '#lib/form-model/form-issues.ts'
import { BLANK, type FormValue, renameKey } from '#lib/form-model/form-value.ts'
import { type ObjectParts, objectParts } from '#lib/form-model/schema-parts.ts'
import { startValue } from '#lib/form-model/start-value.ts'
import { isObject } from '#lib/json/json.ts'
import { toPointer } from '#lib/json/json-pointer.ts'
import { cn } from '../../ui/cn.ts'
import type { FormContext } from './contract-form.tsx'
import { FieldChunks } from './field-chunks.tsx'
import { AddButton, focusFirst } from './field-frame.tsx'
import { MapEntry } from './map-entry.tsx'
import { OptionalFields, useFolded } from './optional-fields.tsx'

type Props = ObjectFieldTemplateProps<unknown, RJSFSchema, FormContext>

export function ObjectTemplate({ schema, properties, errorSchema, registry, disabled }: Props) {
  const { id, pointer, slot, field, json, value, change, draw } = fieldOf(schema)
  const { contract, epoch, orders } = registry.formContext
  const parts = useMemo(() => objectParts(field, json), [field, json])
  const names = useMemo(() => [...parts.properties.keys()], [parts.properties])
  const current = (isObject(value) ? value : {}) as { [key: string]: FormValue }
  const contents = new Map(properties.map(({ name, content }) => [name, content]))
  const wrong = useMemo(() => namesWithErrors(errorSchema), [errorSchema])
  const isFolded = useFolded({ names, required: parts.required, value: current, wrong, epoch })
  useLayoutEffect(() => void orders.set(pointer, names), [orders, pointer, names])
  const shown = useSame(names.filter((name) => !isFolded(name)))
  const folded = useSame(names.filter(isFolded))
  const drawn = { contents, draw }
  const fieldNamed = (name: string) => (
    <div
      key={name}
      className={cn('min-w-0 empty:hidden', isWide(parts.properties.get(name) ?? []) && 'col-span-full')}
    >
      {contents.get(name)}
    </div>
  )
  return (
    <div
      data-fields
      className={cn(
        'grid grid-cols-1',
        slot === 'root' ? 'gap-5' : 'gap-4',
        slot === 'row' && names.length > 1 && '@lg:grid-cols-2',
      )}
    >
      <FieldChunks id={id} names={shown} wrong={wrong} {...drawn}>
        {fieldNamed}
      </FieldChunks>
      {folded.length > 0 && (
        <OptionalFields id={id} names={folded} properties={parts.properties} {...drawn}>
          {fieldNamed}
        </OptionalFields>
      )}
      <MapEntries
        id={id}
        value={current}
        parts={parts}
        contents={contents}
        disabled={disabled ?? false}
        startOf={(name) => startValue(contract, parts.schemasOf(name) ?? [])}
        onChange={change}
      />
    </div>
  )
}

/** So that it is not computed for each letter. */
function useSame(names: string[]): string[] {
  const last = useRef(names)
  const isSame =
    last.current.length === names.length && last.current.every((each, index) => each === names[index])
  if (!isSame) last.current = names
  return last.current
}

function isWide(schemas: readonly unknown[]): boolean {
  return !schemas.some((each) => {
    const { type, enum: options } = isObject(each) ? each : {}
    return options !== undefined || ['string', 'number', 'integer', 'boolean'].includes(String(type))
  })
}

type MapEntriesProps = {
  id: string
  value: { [key: string]: FormValue }
  parts: ObjectParts
  contents: ReadonlyMap<string, ReactNode>
  disabled: boolean
  startOf: (name: string) => FormValue
  onChange: (value: FormValue) => void
}

function MapEntries({ id, value, parts, contents, disabled, startOf, onChange }: MapEntriesProps) {
  const names = Object.keys(value).filter((name) => !parts.properties.has(name))
  const list = useRef<HTMLDivElement>(null)
  const next = useRef<{ row: number; part: 'name' | 'remove' }>(undefined)

  useEffect(() => {
    if (!next.current) return
    const { row, part } = next.current
    next.current = undefined
    const rows = list.current?.querySelectorAll(':scope > [data-entry]') ?? []
    const target = rows[Math.min(row, rows.length - 1)]?.querySelector<HTMLElement>(`[data-part="${part}"]`)
    if (!target) return focusFirst(list.current)
    target.focus()
    if (target instanceof HTMLInputElement) target.select()
  })

  function add() {
    const name = freeName(value, parts)
    next.current = { row: names.length, part: 'name' }
    onChange({ ...value, [name]: startOf(name) ?? BLANK })
  }
  if (names.length === 0 && !parts.isOpen) return null
  return (
    <div ref={list} className="col-span-full grid min-w-0 grid-cols-1 gap-2.5">
      {names.map((name, row) => (
        <MapEntry
          // Retains the focus.
          // biome-ignore lint/suspicious/noArrayIndexKey: the name changes while it is edited
          key={row}
          id={id + toPointer([name])}
          name={name}
          usedNames={Object.keys(value)}
          suggestions={parts.names}
          disabled={disabled}
          onRename={(to) => onChange(renameKey(value, name, to))}
          onRemove={() => {
            next.current = { row, part: 'remove' }
            onChange(Object.fromEntries(Object.entries(value).filter(([each]) => each !== name)))
          }}
        >
          {contents.get(name)}
        </MapEntry>
      ))}
      {parts.isOpen && (
        <AddButton disabled={disabled} onClick={add}>
          Add {names.length > 0 ? 'another field' : 'a field'}
        </AddButton>
      )}
    </div>
  )
}

/** Allowed by the contract, if any. */
function freeName(value: { [key: string]: FormValue }, { names, schemasOf }: ObjectParts): string {
  const suggested = names.find((name) => !Object.hasOwn(value, name))
  if (suggested !== undefined) return suggested
  const tried = ['field', 'a', 'A', 'x-field', '1', '/field', '.field', '$field', '@field', '_']
  const base = tried.find((name) => schemasOf(name) !== null) ?? 'field'
  let name = base
  for (let count = 2; Object.hasOwn(value, name); count++) name = `${base}${count}`
  return name
}
