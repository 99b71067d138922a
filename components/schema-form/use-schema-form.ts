'use client'

/**
 * The state of a schema form: its value, its JSON text, and the problems of both.
 *
 * One input has three values: `formValue` is what the fields show (an added row may still be empty), `current` is the
 * same as JSON, and `value` is the parent's, always the last `current` that it received. A value from the parent or the
 * JSON view is shown unchanged; only a form without a value starts from defaults.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Issue } from '#lib/errors.ts'
import { type FormContract, formContract } from '#lib/form-model/form-contract.ts'
import { type FormValue, toJsonValue } from '#lib/form-model/form-value.ts'
import { parseTypedInput } from '#lib/form-model/parse-typed-input.ts'
import { startValue } from '#lib/form-model/start-value.ts'
import type { Json, JsonSchema } from '#lib/json/json.ts'
import { valueAt } from '#lib/json/json-pointer.ts'
import type { Coercion } from '#lib/json-schema/evaluate/coercion.ts'

export type FormProblems = { issues: readonly Issue[]; coercions: readonly Coercion[] }

type Wanted = Partial<FormProblems> & {
  schema: JsonSchema
  value: Json | undefined
  onChange: (value: Json) => void
  onSubmit?: (value: Json) => void
  /** JSON that was typed before and could not be read yet. */
  jsonText?: string
  onJsonText?: (text: string | undefined) => void
}

export type FormMode = 'form' | 'json' | 'both'

/** The text of the JSON view. With an `error` it is not valid JSON, and the last value stays. */
export type JsonText = { text: string; error?: string }

type State = {
  contract: FormContract
  value: Json | undefined
  formValue: FormValue
  epoch: number
  jsonView: JsonText
}

export function useSchemaForm(wanted: Wanted) {
  const { issues, coercions, onSubmit, jsonText } = wanted
  const [mode, setMode] = useState<FormMode>(jsonText === undefined ? 'form' : 'json')
  const [state, put, latest] = useFormState(wanted)
  const { contract, formValue, epoch, jsonView } = state
  const current = useMemo(() => toJsonValue(formValue) ?? {}, [formValue])
  const [found, setFound] = useState<FormProblems & { of: Json }>()
  const summary = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer of the server is news here
  useEffect(() => {
    setFound({ issues: issues ?? [], coercions: coercions ?? [], of: current })
  }, [issues, coercions])
  useEffect(() => {
    if (found && found.issues.length > 0) summary.current?.focus()
  }, [found])

  const latestWanted = useRef(wanted)
  latestWanted.current = wanted

  const change = useCallback(
    (next: FormValue) => {
      const json = toJsonValue(next) ?? {}
      put({ ...latest.current, value: json, formValue: next, jsonView: { text: pretty(json) } })
      latestWanted.current.onChange(json)
    },
    [put, latest],
  )

  function typeJson(text: string) {
    const { value: read, text: cached = text, error } = parseTypedInput(text)
    latestWanted.current.onJsonText?.(error === undefined ? undefined : text)
    if (read === undefined) return put({ ...latest.current, jsonView: { text: cached, error } })
    const { epoch: before } = latest.current
    put({ ...latest.current, value: read, formValue: read, epoch: before + 1, jsonView: { text: cached } })
    latestWanted.current.onChange(read)
  }

  function refuse(refused: Issue[]) {
    setFound({ issues: refused, coercions: [], of: current })
    // Empty rows are removed, so that each message is at the right row.
    put({ ...latest.current, value: current, formValue: current })
  }
  function send(sent: FormValue) {
    setFound({ issues: [], coercions: [], of: current })
    onSubmit?.(toJsonValue(sent) ?? {})
  }

  return {
    contract,
    formValue,
    epoch,
    mode,
    jsonView,
    summary,
    problems: currentProblems(found, current),
    change,
    typeJson,
    discardJson() {
      latestWanted.current.onJsonText?.(undefined)
      put({ ...latest.current, jsonView: { text: pretty(current) } })
    },
    switchTo: setMode,
    send,
    sendUnchecked: () => onSubmit?.(current),
    refuse,
  }
}

/** Without the problems of fields that have changed since. */
function currentProblems(found: (FormProblems & { of: Json }) | undefined, current: Json): FormProblems {
  const isUnchanged = ({ path }: { path: string }) =>
    sameJson(valueAt(found?.of, path), valueAt(current, path))
  return {
    issues: found?.issues.filter(isUnchanged) ?? [],
    coercions: found?.coercions.filter(isUnchanged) ?? [],
  }
}

/** Follows `value` when the parent changes it. */
function useFormState({ schema, value, jsonText }: Wanted) {
  const [state, setState] = useState<State>(() => {
    const begun = begin(formContract(schema), value, 0)
    return jsonText === undefined
      ? begun
      : { ...begun, jsonView: { text: jsonText, error: parseTypedInput(jsonText).error } }
  })
  const latest = useRef(state)
  const put = useCallback((next: State) => {
    latest.current = next
    setState(next)
  }, [])
  // A page that refreshes passes the same contract as another object.
  const asked = useRef(schema)
  const isSameSchema = asked.current === schema || sameJson(asked.current, schema)
  if (isSameSchema && sameJson(value, state.value)) return [state, put, latest] as const
  const contract = isSameSchema ? state.contract : formContract(schema)
  asked.current = schema
  const fresh = begin(contract, value, state.epoch + 1)
  latest.current = fresh
  setState(fresh)
  return [fresh, put, latest] as const
}

function begin(contract: FormContract, value: Json | undefined, epoch: number): State {
  const formValue = value === undefined ? startValue(contract, [contract.schema]) : value
  return { contract, value, formValue, epoch, jsonView: { text: pretty(toJsonValue(formValue) ?? {}) } }
}

function pretty(value: Json): string {
  return JSON.stringify(value, null, 2)
}

function sameJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
