'use client'

/** Properties whose names are the person's own: they can be added, renamed and removed. */
import { useEffect, useRef } from 'react'
import { Entry } from './entry.tsx'
import { below, useForm } from './form-context.ts'
import { AddButton, focusFirst } from './group.tsx'
import { ABSENT, type Held, renamed } from './held.ts'
import type { ObjectParts } from './parts.ts'
import type { Spot } from './spot.ts'
import { startValue } from './start-value.ts'

type EntriesProps = {
  pointer: string
  held: { [key: string]: Held }
  parts: ObjectParts
  spot: Spot
  depth: number
}

export function Entries({ pointer, held, parts, depth }: EntriesProps) {
  const form = useForm()
  const names = Object.keys(held).filter((name) => !parts.properties.has(name))
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
    const name = freeName(held, parts)
    next.current = { row: names.length, part: 'name' }
    form.change(below(pointer, name), startValue(form.contract, parts.schemasOf(name) ?? []))
  }
  if (names.length === 0 && !parts.isOpen) return null
  return (
    <div ref={list} className="col-span-full grid min-w-0 grid-cols-1 gap-2.5">
      {names.map((name, row) => (
        <Entry
          // The same row keeps its focus while its name changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: the name changes while it is edited
          key={row}
          name={name}
          taken={Object.keys(held)}
          pointer={below(pointer, name)}
          parts={parts}
          value={held[name]}
          depth={depth}
          onRename={(to) => form.change(pointer, renamed(held, name, to))}
          onRemove={() => {
            next.current = { row, part: 'remove' }
            form.change(below(pointer, name), ABSENT)
          }}
        />
      ))}
      {parts.isOpen && (
        <AddButton disabled={form.disabled} onClick={add}>
          Add {names.length > 0 ? 'another field' : 'a field'}
        </AddButton>
      )}
    </div>
  )
}

/** A name nobody has yet that the contract allows, if one can be told. */
function freeName(held: { [key: string]: Held }, { names, schemasOf }: ObjectParts): string {
  const suggested = names.find((name) => !Object.hasOwn(held, name))
  if (suggested !== undefined) return suggested
  const tried = ['field', 'a', 'A', 'x-field', '1', '/field', '.field', '$field', '@field', '_']
  const base = tried.find((name) => schemasOf(name) !== null) ?? 'field'
  let name = base
  for (let count = 2; Object.hasOwn(held, name); count++) name = `${base}${count}`
  return name
}
