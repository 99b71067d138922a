'use client'

/** The contract's fields, drawn. Controlled: it holds nothing that its parent does not know. */
import Form from '@rjsf/core'
import { getDefaultFormState, type RJSFSchema } from '@rjsf/utils'
import { useMemo } from 'react'
import type { Json, JsonSchema } from '#lib/contract/json/json.ts'
import { createCspValidator } from './csp-validator.ts'
import { ID_SEPARATOR } from './field-notes.tsx'
import { DEFAULTS, fields, templates, widgets } from './form-theme.ts'
import { toRenderSchema } from './render-schema.ts'

const validator = createCspValidator()

type DrawnFormProps = {
  schema: JsonSchema
  /** As the form holds it: with defaults, and undefined where something was cleared. */
  held: unknown
  idPrefix: string
  disabled?: boolean
  onChange: (held: unknown) => void
}

export function DrawnForm({ schema, held, idPrefix, disabled, onChange }: DrawnFormProps) {
  const drawn = useMemo(() => toRenderSchema(schema), [schema])
  return (
    <Form
      // The outer form submits; this one only draws.
      tagName="div"
      schema={drawn}
      validator={validator}
      templates={templates}
      widgets={widgets}
      fields={fields}
      uiSchema={UI}
      formData={held}
      idPrefix={idPrefix}
      idSeparator={ID_SEPARATOR}
      disabled={disabled}
      noValidate
      showErrorList={false}
      useFallbackUiForUnsupportedType
      experimental_defaultFormStateBehavior={DEFAULTS}
      onChange={({ formData }) => onChange(formData)}
    >
      {NO_SUBMIT_BUTTON}
    </Form>
  )
}

// Without a child the library adds a button of its own.
const NO_SUBMIT_BUTTON = <span hidden />

const UI = {
  'ui:globalOptions': { enableOptionalDataFieldForType: ['object' as const] },
  // The library takes a root with references for an optional object.
  'ui:options': { enableOptionalDataFieldForType: [] },
}

/** What the form starts from: the value, with defaults where it says nothing. */
export function withDefaults(schema: JsonSchema, value: Json | undefined): unknown {
  const drawn: RJSFSchema = toRenderSchema(schema)
  return getDefaultFormState(validator, drawn, value ?? {}, drawn, false, DEFAULTS)
}
