'use client'

/** Draws only fields near the screen, because each keystroke costs time per field. */
import type { RJSFSchema } from '@rjsf/utils'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { DrawnField } from '#lib/contracts/forms/rjsf/drawn-field.ts'
import { findNode } from '#lib/contracts/forms/rjsf/form-schema.ts'
import type { FormValue } from '#lib/contracts/forms/values/form-value.ts'
import { isObject } from '#lib/kernel/json/json.ts'
import { Button } from '../../ui/button.tsx'

const CHUNK_SIZE = 50
const MAX_AT_ONCE = 2 * CHUNK_SIZE
const ROOT_MARGIN = '1000px'
/** The estimated height of a field, so that the page hardly grows while one scrolls. */
const FIELD_REM = 5

/** Returns the names of the fields to draw, and a function that adds some. */
export function useDrawnNames(): [ReadonlySet<string>, DrawnField['draw']] {
  const [drawn, setDrawn] = useState(NONE)
  const draw = useCallback((names: readonly string[]) => setDrawn((now) => new Set([...now, ...names])), [])
  return [drawn, draw]
}

/** Returns the schema reduced to the drawn fields; at first, these are the first chunk. */
export function useDrawnSchema(schema: RJSFSchema, drawn: ReadonlySet<string>, value: FormValue): RJSFSchema {
  const { properties } = schema
  const first = useRef<ReadonlySet<string>>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first value counts
  const drawnProperties = useMemo(() => {
    const all = Object.entries(properties ?? {}) as [string, RJSFSchema][]
    if (all.length <= MAX_AT_ONCE) return undefined
    first.current ??= firstNames(all, value)
    const { current } = first
    return Object.fromEntries(all.filter(([name]) => drawn.has(name) || current.has(name)))
  }, [properties, drawn])
  return useMemo(
    () => (drawnProperties ? { ...schema, properties: drawnProperties } : schema),
    [schema, drawnProperties],
  )
}

function firstNames(all: [string, RJSFSchema][], value: FormValue): ReadonlySet<string> {
  const isFilled = (name: string) => isObject(value) && Object.hasOwn(value, name)
  const initialFields = all.filter(([name, property]) => findNode(property)?.required || isFilled(name))
  return new Set([...initialFields.slice(0, CHUNK_SIZE), ...all.slice(0, CHUNK_SIZE)].map(([name]) => name))
}

const NONE: ReadonlySet<string> = new Set()

type ShownFieldsProps = {
  names: readonly string[]
  /** The rendered fields by name. */
  contents: ReadonlyMap<string, ReactNode>
  draw: DrawnField['draw']
  children: (name: string) => ReactNode
}

export function ShownFields({ names, contents, draw, children }: ShownFieldsProps) {
  useLayoutEffect(() => {
    const missing = names.filter((name) => !contents.has(name))
    if (missing.length > 0) draw(missing)
  })
  return names.map(children)
}

type FieldChunksProps = ShownFieldsProps & {
  id: string
  /** The names of invalid fields, which are drawn at once, so that their errors can be seen. */
  invalidNames: ReadonlySet<string>
}

export function FieldChunks({ id, names, ...props }: FieldChunksProps) {
  if (names.length <= MAX_AT_ONCE) return <ShownFields {...props} names={names} />
  const starts = Array.from(
    { length: Math.ceil(names.length / CHUNK_SIZE) },
    (_, index) => index * CHUNK_SIZE,
  )
  return starts.map((start) => (
    <Chunk
      key={start}
      id={`${id}__chunk${start}`}
      start={start}
      {...props}
      names={names.slice(start, start + CHUNK_SIZE)}
    />
  ))
}

function Chunk({ id, start, invalidNames, ...fields }: FieldChunksProps & { start: number }) {
  const { names } = fields
  const [isShown, setShown] = useState(start === 0)
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!container.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setShown(true),
      { rootMargin: ROOT_MARGIN },
    )
    observer.observe(container.current)
    return () => observer.disconnect()
  }, [])
  if (!isShown && invalidNames.size > 0 && names.some((name) => invalidNames.has(name))) setShown(true)
  if (isShown) return <ShownFields {...fields} />
  return (
    <div
      ref={container}
      className="col-span-full [contain:strict]"
      style={{ height: `${names.length * FIELD_REM}rem` }}
    >
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={false}
        aria-controls={`${id}__more`}
        onFocus={() => setShown(true)}
        onClick={() => setShown(true)}
      >
        Fields {start + 1} to {start + names.length}
      </Button>
    </div>
  )
}
