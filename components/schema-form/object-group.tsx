'use client'

/** The fields of an object: declared ones in the order of the contract, then those people named themselves. */
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { isObject } from '#lib/contract/json/json.ts'
import { cn } from '../ui/cn.ts'
import type { DrawnField } from './drawn-field.ts'
import { Entries } from './entries.tsx'
import { FieldHelp, FieldNotes } from './field-frame.tsx'
import { below, useForm } from './form-context.ts'
import { AddButton, focusFirst, Group } from './group.tsx'
import type { Held } from './held.ts'
import { MoreFields } from './more-fields.tsx'
import { type ObjectParts, objectParts } from './parts.ts'
import { useFolded } from './use-folded.ts'

type ObjectGroupProps = DrawnField & {
  /** Makes it be there. */
  begin?: () => void
}

export function ObjectGroup(props: ObjectGroupProps) {
  const { id, spot, json, value, pointer, place, required, kinds, label, facts, begin } = props
  const { disabled, noteOrder } = useForm()
  const parts = useMemo(() => objectParts(spot, json), [spot, json])
  const names = useMemo(() => [...parts.properties.keys()], [parts])
  const box = useRef<HTMLDivElement>(null)
  const hasBegun = useRef(false)

  useLayoutEffect(() => noteOrder(pointer, names), [noteOrder, pointer, names])
  // Somebody who adds an object wants to fill it in.
  useEffect(() => {
    if (!hasBegun.current || value === undefined) return
    hasBegun.current = false
    focusFirst(box.current?.querySelector('[data-fields]'))
  }, [value])

  if (place === 'root') {
    return (
      <div className="grid grid-cols-1 gap-5">
        {kinds && <div className="flex flex-wrap gap-2">{kinds}</div>}
        <Fields {...props} parts={parts} />
      </div>
    )
  }
  const isThere = isObject(value)
  // What is not there is not drawn as if it were: an object that contains itself would have no end.
  if (!isThere && place === 'property') {
    return (
      <div ref={box} className="grid grid-cols-1 gap-1.5">
        <span className="flex flex-wrap items-center gap-2">
          <AddButton
            id={id}
            disabled={disabled}
            aria-required={required || undefined}
            onClick={() => {
              hasBegun.current = true
              begin?.()
            }}
          >
            {label}
          </AddButton>
          {!required && <span className="text-muted-foreground text-xs">optional</span>}
          {kinds}
        </span>
        <FieldNotes id={id} />
        <FieldHelp id={id} facts={facts} />
      </div>
    )
  }
  return (
    <div ref={box}>
      <Group {...props} isRemovable={isThere && !required && place === 'property'}>
        <div
          data-fields
          className={cn('grid grid-cols-1 gap-4', place === 'row' && names.length > 1 && '@lg:grid-cols-2')}
        >
          <Fields {...props} parts={parts} />
        </div>
      </Group>
    </div>
  )
}

function Fields({ id, value, pointer, depth, place, spot, parts }: DrawnField & { parts: ObjectParts }) {
  const { Field } = useForm()
  const { properties, required } = parts
  const held = (isObject(value) ? value : {}) as { [key: string]: Held }
  const isFolded = useFolded({ id, names: [...properties.keys()], required, held })
  const fieldOf = (name: string) => {
    const schemas = properties.get(name) ?? []
    return (
      <div key={name} className={cn('min-w-0 empty:hidden', isWide(schemas) && 'col-span-full')}>
        <Field
          schemas={schemas}
          pointer={below(pointer, name)}
          place="property"
          name={name}
          required={required.has(name)}
          value={Object.hasOwn(held, name) ? held[name] : undefined}
          depth={place === 'root' ? depth : depth + 1}
        />
      </div>
    )
  }
  const folded = [...properties.keys()].filter(isFolded)
  return (
    <>
      {[...properties.keys()].filter((name) => !isFolded(name)).map(fieldOf)}
      {folded.length > 0 && (
        <MoreFields id={id} names={folded} properties={properties}>
          {fieldOf}
        </MoreFields>
      )}
      <Entries pointer={pointer} held={held} parts={parts} spot={spot} depth={depth + 1} />
    </>
  )
}

/** Whether it may need the whole width: it holds others, or nobody can tell yet. */
function isWide(schemas: readonly unknown[]): boolean {
  return !schemas.some((each) => {
    const { type, enum: options } = isObject(each) ? each : {}
    return options !== undefined || ['string', 'number', 'integer', 'boolean'].includes(String(type))
  })
}
