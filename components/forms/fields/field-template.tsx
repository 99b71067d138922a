'use client'

import type { FieldTemplateProps, MultiSchemaFieldTemplateProps, RJSFSchema } from '@rjsf/utils'
import { createContext, type ReactNode, use } from 'react'
import { drawnFieldOf } from '#lib/contracts/forms/drawn-field.ts'
import { isObject } from '#lib/kernel/json/json.ts'
import { useFieldPlaceholders } from '../frame/field-placeholders.ts'
import { NullWidget } from '../widgets/null-widget.tsx'
import type { FormContext } from './contract-form.tsx'
import { BeginButton, FieldFrame, GroupFrame } from './field-frame.tsx'

/** Selectors for the label row. */
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
  const field = drawnFieldOf(schema)
  const { kind, slot, choice, json, value } = field
  const placeholders = useFieldPlaceholders(field.pointer)
  const selectors = use(Selectors)
  // The branch renders the frame.
  if (choice && choice.chosen >= 0) return children
  const offer = placeholders && slot !== 'root' && kind !== 'constant' && <placeholders.Offer {...field} />
  const kinds = (selectors || choice || offer) && (
    <>
      {selectors}
      {choice && children}
      {offer}
    </>
  )
  const content = choice ? json === null && <NullWidget schema={schema} /> : children
  const inside = <Selectors value={null}>{content}</Selectors>
  if (kind === 'object' && slot === 'root') {
    return (
      <div className="grid grid-cols-1 gap-5">
        {kinds && <div className="flex flex-wrap gap-2">{kinds}</div>}
        {inside}
      </div>
    )
  }
  const frame = { field, kinds }
  // An optional object starts as a button, because recursion has no end.
  const isWanted = isObject(value) || slot !== 'property'
  if (kind === 'array' || kind === 'checks' || (kind === 'object' && isWanted))
    return <GroupFrame {...frame}>{inside}</GroupFrame>
  return (
    <FieldFrame {...frame}>
      {kind === 'object' ? <BeginButton field={field} /> : inside}
      {placeholders && kind !== 'placeholder' && typeof json === 'string' && (
        <placeholders.Within {...field} />
      )}
    </FieldFrame>
  )
}
