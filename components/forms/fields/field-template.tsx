'use client'

import type { FieldTemplateProps, MultiSchemaFieldTemplateProps, RJSFSchema } from '@rjsf/utils'
import { createContext, type ReactNode, use } from 'react'
import { readDrawnField } from '#lib/contracts/forms/rjsf/drawn-field.ts'
import { isObject } from '#lib/kernel/json/json.ts'
import { useFieldPlaceholders } from '../frame/field-placeholders.ts'
import { NullWidget } from '../widgets/null-widget.tsx'
import type { FormContext } from './contract-form.tsx'
import { BeginButton, FieldFrame, GroupFrame } from './field-frame.tsx'

/** Selects of branches and types, which the field renders in the row of its label. */
const Selectors = createContext<ReactNode>(null)

export function MultiSchemaTemplate({
  selector,
  optionSchemaField,
}: MultiSchemaFieldTemplateProps<unknown, RJSFSchema, FormContext>) {
  const outer = use(Selectors)
  if (!optionSchemaField) return selector
  return (
    <Selectors
      value={
        <>
          {outer}
          {selector}
        </>
      }
    >
      {optionSchemaField}
    </Selectors>
  )
}

export function FieldTemplate({ schema, children }: FieldTemplateProps<unknown, RJSFSchema, FormContext>) {
  const field = readDrawnField(schema)
  const { kind, slot, choice, json, value } = field
  const placeholders = useFieldPlaceholders(field.pointer)
  const selectors = use(Selectors)
  // A chosen branch renders the frame, because the label belongs to it.
  if (choice && choice.chosen >= 0) return children
  const labelButton = placeholders && slot !== 'root' && kind !== 'constant' && (
    <placeholders.LabelButton {...field} />
  )
  const selectorRow = (selectors || choice || labelButton) && (
    <>
      {selectors}
      {choice && children}
      {labelButton}
    </>
  )
  const content = choice ? json === null && <NullWidget schema={schema} /> : children
  const inside = <Selectors value={null}>{content}</Selectors>
  if (kind === 'object' && slot === 'root') {
    return (
      <div className="grid grid-cols-1 gap-5">
        {selectorRow && <div className="flex flex-wrap gap-2">{selectorRow}</div>}
        {inside}
      </div>
    )
  }
  const frame = { field, kinds: selectorRow }
  // An optional object starts as a button: a schema that contains itself would have no end.
  const isPresent = isObject(value) || slot !== 'property'
  if (kind === 'array' || kind === 'checks' || (kind === 'object' && isPresent))
    return <GroupFrame {...frame}>{inside}</GroupFrame>
  return (
    <FieldFrame {...frame}>
      {kind === 'object' ? <BeginButton field={field} /> : inside}
      {placeholders && kind !== 'placeholder' && typeof json === 'string' && (
        <placeholders.Footer {...field} />
      )}
    </FieldFrame>
  )
}
