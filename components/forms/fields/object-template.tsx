'use client'

import type { ObjectFieldTemplateProps, RJSFSchema } from '@rjsf/utils'
import { type ReactNode, use, useLayoutEffect, useMemo, useRef } from 'react'
import { isWide } from '#lib/contracts/forms/fields/field-facts.ts'
import { type FieldSection, fieldSections, sectionOf } from '#lib/contracts/forms/fields/field-sections.ts'
import { objectParts } from '#lib/contracts/forms/fields/schema-parts.ts'
import { readDrawnField } from '#lib/contracts/forms/rjsf/drawn-field.ts'
import { type FieldFold, foldFields } from '#lib/contracts/forms/rjsf/fold-fields.ts'
import { namesWithErrors } from '#lib/contracts/forms/rjsf/form-issues.ts'
import type { FormValue } from '#lib/contracts/forms/values/form-value.ts'
import { startValue } from '#lib/contracts/forms/values/start-value.ts'
import { isObject } from '#lib/kernel/json/json.ts'
import { cn } from '../../ui/cn.ts'
import { InRecordTable } from '../frame/in-record-table.ts'
import type { FormContext } from './contract-form.tsx'
import { FieldChunks } from './field-chunks.tsx'
import { MapEntries } from './map-entries.tsx'
import { OptionalFields } from './optional-fields.tsx'

type Props = ObjectFieldTemplateProps<unknown, RJSFSchema, FormContext>

export function ObjectTemplate({ schema, properties, errorSchema, registry, disabled }: Props) {
  const { id, pointer, slot, field, json, value, change, draw } = readDrawnField(schema)
  const { contract, epoch, orders } = registry.formContext
  const parts = useMemo(() => objectParts(field, json), [field, json])
  const names = useMemo(() => [...parts.properties.keys()], [parts.properties])
  const current = (isObject(value) ? value : {}) as { [key: string]: FormValue }
  const contents = new Map(properties.map(({ name, content }) => [name, content]))
  const invalidNames = useMemo(() => namesWithErrors(errorSchema), [errorSchema])
  const { current: fold } = useRef<FieldFold>({ epoch, shown: new Set(), folded: new Set() })
  const always = useMemo(() => alwaysShown(parts), [parts])
  foldFields(fold, { names, required: always, value: current, wrong: invalidNames, epoch })
  useLayoutEffect(() => void orders.set(pointer, names), [orders, pointer, names])
  const isRecord = use(InRecordTable)
  const visibleNames = useStableNames(names.filter((name) => isRecord || fold.shown.has(name)))
  const foldedNames = useStableNames(names.filter((name) => !isRecord && !fold.shown.has(name)))
  const sections = useMemo(() => fieldSections(visibleNames, parts.properties), [visibleNames, parts])
  const drawn = { contents, draw }
  const fieldNamed = (name: string) => (
    <div
      key={name}
      data-cell={isRecord || undefined}
      className={cn(
        'min-w-0',
        !isRecord && 'empty:hidden',
        isWide(parts.properties.get(name) ?? []) && 'col-span-full',
      )}
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
      {sections.map((section, index) => (
        <SectionFrame key={section.title ?? ''} id={`${id}__section${index}`} title={section.title}>
          <FieldChunks
            id={index === 0 ? id : `${id}__section${index}`}
            names={section.names}
            invalidNames={invalidNames}
            {...drawn}
          >
            {fieldNamed}
          </FieldChunks>
        </SectionFrame>
      ))}
      {foldedNames.length > 0 && (
        <OptionalFields id={id} names={foldedNames} properties={parts.properties} {...drawn}>
          {fieldNamed}
        </OptionalFields>
      )}
      {!isRecord && (
        <MapEntries
          id={id}
          value={current}
          parts={parts}
          contents={contents}
          disabled={disabled ?? false}
          initialValue={(name) => startValue(contract, parts.schemasOf(name) ?? [])}
          onChange={change}
        />
      )}
    </div>
  )
}

/** Fields of a section are not folded: the section is the order that the publisher chose. */
function alwaysShown({ required, properties }: ReturnType<typeof objectParts>): ReadonlySet<string> {
  const sectioned = [...properties].filter(([, schemas]) => sectionOf(schemas) !== undefined)
  return sectioned.length === 0 ? required : new Set([...required, ...sectioned.map(([name]) => name)])
}

type SectionFrameProps = Pick<FieldSection, 'title'> & { id: string; children: ReactNode }

function SectionFrame({ id, title, children }: SectionFrameProps) {
  if (title === undefined) return children
  return (
    <section aria-labelledby={id} className="col-span-full grid min-w-0 gap-4 border-border border-t pt-4">
      <h3 id={id} className="font-semibold text-sm">
        {title}
      </h3>
      {children}
    </section>
  )
}

/** Returns the same array for the same names, so that nothing is computed again at each keystroke. */
function useStableNames(names: string[]): string[] {
  const last = useRef(names)
  const isSame =
    last.current.length === names.length && last.current.every((name, index) => name === names[index])
  if (!isSame) last.current = names
  return last.current
}
