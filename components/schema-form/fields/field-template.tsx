'use client'

import type { FieldTemplateProps, MultiSchemaFieldTemplateProps, RJSFSchema } from '@rjsf/utils'
import { createContext, type ReactNode, use } from 'react'
import { drawnFieldOf } from '#lib/form-model/drawn-field.ts'
import { useFieldPlaceholders } from '../frame/field-placeholders.ts'
import { NullValue } from '../widgets/null-widget.tsx'
import type { FormContext } from './contract-form.tsx'
import { FieldFrame, Group, ObjectFrame } from './field-frame.tsx'

/** In the label row. */
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

type Props = FieldTemplateProps<unknown, RJSFSchema, FormContext>

export function FieldTemplate({ schema, children, rawErrors, disabled = false }: Props) {
  const field = drawnFieldOf(schema)
  const { kind, slot, choice, value } = field
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
  const shared = { field, errors: rawErrors, kinds, disabled }
  const content = choice ? field.json === null && <NullValue field={field} disabled={disabled} /> : children
  const inside = <Selectors value={null}>{content}</Selectors>
  if (kind === 'object' && slot === 'root') {
    return (
      <div className="grid grid-cols-1 gap-5">
        {kinds && <div className="flex flex-wrap gap-2">{kinds}</div>}
        {inside}
      </div>
    )
  }
  if (kind === 'object') return <ObjectFrame {...shared}>{inside}</ObjectFrame>
  if (kind === 'array' || kind === 'checks')
    return (
      <Group {...shared} isRemovable={Array.isArray(value)}>
        {inside}
      </Group>
    )
  return (
    <FieldFrame {...shared} isBare={kind === 'boolean' || kind === 'constant'}>
      {inside}
      {placeholders && kind !== 'placeholder' && typeof field.json === 'string' && (
        <placeholders.Within {...field} />
      )}
    </FieldFrame>
  )
}
