'use client'

/** The value of a form, with its JSON text and the problems of both. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { shownIssues } from '#lib/contracts/forms/rjsf/shown-issues.ts'
import { inputInRequest, parseTypedInput } from '#lib/contracts/forms/typed-text/parse-typed-input.ts'
import { type FormValue, toJsonValue } from '#lib/contracts/forms/values/form-value.ts'
import type { Coercion } from '#lib/json-schema/inputs/coercions.ts'
import type { Issue } from '#lib/kernel/errors.ts'
import { isIdenticalJson, type Json } from '#lib/kernel/json/json.ts'
import { valueAt } from '#lib/kernel/json/json-pointer.ts'
import { type FormValueProps, useFormValue } from './use-form-value.ts'

type FormProblems = { issues: readonly Issue[]; coercions: readonly Coercion[] }

type SchemaFormOptions = FormValueProps &
  Partial<FormProblems> & {
    onSubmit?: (value: Json) => void
    onRefuse?: () => void
    /** Invalid JSON text to restore. */
    jsonText?: string
    onJsonText?: (text: string | undefined) => void
  }

export type FormMode = 'form' | 'json' | 'both'

/** The text of the JSON view. With an `error`, it is not valid JSON, and the form keeps the last value. */
type JsonText = { text: string; error?: string }

export function useSchemaForm(options: SchemaFormOptions) {
  const { issues, coercions, onSubmit, jsonText, onJsonText } = options
  const [mode, switchTo] = useState<FormMode>(jsonText === undefined ? 'form' : 'json')
  const { contract, formValue, epoch, change, replace } = useFormValue(options)
  const current = useMemo(() => toJsonValue(formValue) ?? {}, [formValue])
  const [typed, setTyped] = useState<(JsonText & { forValue: Json }) | undefined>(
    jsonText === undefined
      ? undefined
      : { text: jsonText, error: parseTypedInput(jsonText).error, forValue: current },
  )
  const [foundProblems, setFoundProblems] = useState<FormProblems & { forValue: FormValue }>()
  const summary = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer of the server is news here
  useEffect(() => {
    show(issues ?? [], coercions)
  }, [issues, coercions])
  useEffect(() => {
    if (foundProblems && foundProblems.issues.length > 0) summary.current?.focus()
  }, [foundProblems])

  function show(found: readonly Issue[], converted: readonly Coercion[] = []) {
    const shown = shownIssues(contract, formValue, found)
    setFoundProblems({ issues: shown, coercions: converted, forValue: formValue })
  }
  function typeJson(text: string) {
    const { value, error } = parseTypedInput(text)
    const unwrapped = value === undefined ? undefined : inputInRequest(value, options.schema)
    const read = unwrapped ?? value
    const displayedText = unwrapped ? JSON.stringify(unwrapped, null, 2) : text
    onJsonText?.(error === undefined ? undefined : text)
    setTyped({ text: displayedText, error, forValue: read ?? current })
    if (read !== undefined) replace(read)
  }
  function discardJson() {
    onJsonText?.(undefined)
    setTyped(undefined)
  }
  function refuse(refused: Issue[]) {
    show(refused)
    options.onRefuse?.()
  }
  function send(sent: FormValue) {
    show([])
    onSubmit?.(toJsonValue(sent) ?? {})
  }
  const isTyped = typed && isIdenticalJson(typed.forValue, current)
  const jsonView: JsonText = isTyped ? typed : { text: JSON.stringify(current, null, 2) }
  const problems = currentProblems(foundProblems, formValue)
  const sendUnchecked = () => onSubmit?.(current)
  // biome-ignore format: list
  return {
    contract, formValue, epoch, mode, switchTo, jsonView, summary, problems, change, typeJson, discardJson, send,
    sendUnchecked, refuse,
  }
}

/** Returns the problems without those of fields that have changed since. */
function currentProblems(
  foundProblems: (FormProblems & { forValue: FormValue }) | undefined,
  current: FormValue,
): FormProblems {
  const at = (value: FormValue, path: string) => valueAt(value as Json, path)
  const isUnchanged = ({ path }: { path: string }) =>
    isIdenticalJson(at(foundProblems?.forValue, path), at(current, path))
  return {
    issues: foundProblems?.issues.filter(isUnchanged) ?? [],
    coercions: foundProblems?.coercions.filter(isUnchanged) ?? [],
  }
}
