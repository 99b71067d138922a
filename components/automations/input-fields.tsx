'use client'

import { useState } from 'react'
import { formRenderer } from '#lib/contracts/forms/rjsf/form-size.ts'
import { parseTypedInput } from '#lib/contracts/forms/typed-text/parse-typed-input.ts'
import type { Issue } from '#lib/kernel/errors.ts'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import { ContractFields } from '../forms/contract-fields.tsx'
import { JsonInput } from '../ui/forms/json-input.tsx'

type InputFieldsProps = {
  /** The input schema; absent if the skill is unavailable, whose input is then edited as JSON. */
  schema: JsonSchema | undefined
  input: Json
  issues: readonly Issue[]
  /** Called with undefined while the text is not valid JSON. */
  onChange: (input: Json | undefined) => void
}

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
  const { error } = parseTypedInput(text)
  return (
    <JsonInput
      label="Input"
      help="The input for every run, as JSON."
      text={text}
      error={error}
      errors={issues.map(({ path, message }) => (path ? `${path} ${message}` : message))}
      onType={(typed) => {
        setText(typed)
        onChange(parseTypedInput(typed).value)
      }}
    />
  )
}
