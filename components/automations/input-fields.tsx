'use client'

import { type ComponentProps, Suspense, useMemo, useState } from 'react'
import type { Issue } from '#lib/errors.ts'
import { formContract } from '#lib/form-model/form-contract.ts'
import { formRenderer } from '#lib/form-model/form-size.ts'
import { type FormValue, toJsonValue } from '#lib/form-model/form-value.ts'
import type { Json, JsonSchema } from '#lib/json/json.ts'
import { ContractForm } from '../schema-form/fields/contract-form.tsx'
import { WithPatterns } from '../schema-form/with-patterns.tsx'
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
  const isDrawn = schema !== undefined && formRenderer(schema) !== 'none'
  if (!isDrawn) return <JsonField {...props} />
  return (
    <fieldset className="grid grid-cols-1 gap-4 rounded-md border border-border p-4">
      <legend className="px-1 font-medium text-sm">Input</legend>
      <Suspense fallback={<p className="text-muted-foreground text-sm">Loading the form…</p>}>
        <WithPatterns schema={schema}>
          <DrawnFields schema={schema} {...props} />
        </WithPatterns>
      </Suspense>
    </fieldset>
  )
}

type DrawnFieldsProps = InputFieldsProps & { schema: JsonSchema }

function DrawnFields({ schema, input, issues, onChange }: DrawnFieldsProps) {
  const [value, setValue] = useState<FormValue>(input)
  const contract = useMemo(() => formContract(schema), [schema])
  return (
    <ContractForm
      contract={contract}
      value={value}
      epoch={0}
      idPrefix="automation-input"
      issues={issues}
      tagName={Fields}
      onChange={(next) => {
        setValue(next)
        onChange(toJsonValue(next) ?? {})
      }}
    />
  )
}

/** The form around it sends them. */
function Fields({ children, ref }: ComponentProps<'div'>) {
  return (
    <div ref={ref} className="@container grid min-w-0 grid-cols-1 gap-4">
      {children}
    </div>
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
