'use client'

import { useState } from 'react'
import type { Issue } from '#lib/errors.ts'
import { formRenderer } from '#lib/form-model/form-size.ts'
import type { Json, JsonSchema } from '#lib/json/json.ts'
import { ContractFields } from '../schema-form/contract-fields.tsx'
import { Field } from '../ui/forms/field.tsx'
import { Textarea } from '../ui/forms/input.tsx'

type InputFieldsProps = {
  /** Absent if the skill is not available: its input is then edited as JSON. */
  schema: JsonSchema | undefined
  input: Json
  issues: readonly Issue[]
  /** Undefined while it is not valid JSON. */
  onChange: (input: Json | undefined) => void
}

/** The input for every run, in the form of the skill. */
export function InputFields({ schema, ...props }: InputFieldsProps) {
  const { input, issues, onChange } = props
  const [value, setValue] = useState(input)
  const isDrawn = schema !== undefined && formRenderer(schema) !== 'none'
  if (!isDrawn) return <JsonField {...props} />
  return (
    <fieldset className="grid grid-cols-1 gap-4 rounded-md border border-border p-4">
      <legend className="px-1 font-medium text-sm">Input</legend>
      <ContractFields
        schema={schema}
        value={value}
        idPrefix="automation-input"
        issues={issues}
        onChange={(next) => {
          setValue(next)
          onChange(next)
        }}
      />
    </fieldset>
  )
}

function JsonField({ input, issues, onChange }: Omit<InputFieldsProps, 'schema'>) {
  const [text, setText] = useState(() => JSON.stringify(input, null, 2))
  const isBroken = parseJson(text) === undefined
  const errors = issues.map(({ path, message }) => (path ? `${path} ${message}` : message))
  return (
    <Field
      label="Input"
      help="The input for every run, as JSON."
      errors={isBroken ? ['is not valid JSON'] : errors}
    >
      {(wired) => (
        <Textarea
          {...wired}
          className="max-h-60 font-mono text-xs"
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            onChange(parseJson(target.value))
          }}
        />
      )}
    </Field>
  )
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
