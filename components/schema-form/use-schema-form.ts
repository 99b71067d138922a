'use client'

/**
 * What goes on behind a schema form: what it holds, its JSON text, and what is said of both.
 *
 * Three values of one input: `held` is what the fields show (an added row may still be empty), `current` is what
 * that means as JSON, and `value` is what the parent keeps, always the `current` last told to it. A value that
 * comes from the parent or the jsonView is held as it is; only a form that was given none starts from defaults.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Issue } from '#lib/errors.ts'
import type { Json, JsonSchema } from '#lib/json/json.ts'
import { valueAt } from '#lib/json/json-pointer.ts'
import type { Coercion } from '#lib/json-schema/evaluate/coercion.ts'
import { type FormContract, formContract } from './model/form-contract.ts'
import { type FormValue, toJsonValue } from './model/form-value.ts'
import { parseTypedInput } from './model/parse-typed-input.ts'
import { startValue } from './model/start-value.ts'

export type Standing = { issues: readonly Issue[]; coercions: readonly Coercion[] }

type Wanted = Partial<Standing> & {
  schema: JsonSchema
  value: Json | undefined
  onChange: (value: Json) => void
  onSubmit?: (value: Json) => void
  /** JSON that was typed before and could not be read yet. */
  jsonText?: string
  onJsonText?: (text: string | undefined) => void
}

export type FormMode = 'form' | 'json' | 'both'

/** The text of the jsonView; `error` when it is no JSON: then the text is kept, and so is the last value. */
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
  const [said, setSaid] = useState<Standing & { of: Json }>()
  const summary = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer of the server is news here
  useEffect(() => {
    setSaid({ issues: issues ?? [], coercions: coercions ?? [], of: current })
  }, [issues, coercions])
  useEffect(() => {
    if (said && said.issues.length > 0) summary.current?.focus()
  }, [said])

  const told = useRef(wanted)
  told.current = wanted

  const change = useCallback(
    (next: FormValue) => {
      const json = toJsonValue(next) ?? {}
      put({ ...latest.current, value: json, formValue: next, jsonView: { text: pretty(json) } })
      told.current.onChange(json)
    },
    [put, latest],
  )

  function typeJson(text: string) {
    const { value: read, text: cached = text, error } = parseTypedInput(text)
    told.current.onJsonText?.(error === undefined ? undefined : text)
    if (read === undefined) return put({ ...latest.current, jsonView: { text: cached, error } })
    const { epoch: before } = latest.current
    put({ ...latest.current, value: read, formValue: read, epoch: before + 1, jsonView: { text: cached } })
    told.current.onChange(read)
  }

  function refuse(found: Issue[]) {
    setSaid({ issues: found, coercions: [], of: current })
    // Rows that were left empty go, so that what is said of a row is said of the right one.
    put({ ...latest.current, value: current, formValue: current })
  }
  function send(sent: FormValue) {
    setSaid({ issues: [], coercions: [], of: current })
    onSubmit?.(toJsonValue(sent) ?? {})
  }

  return {
    contract,
    formValue,
    epoch,
    mode,
    jsonView,
    summary,
    standing: standing(said, current),
    change,
    typeJson,
    discardJson() {
      told.current.onJsonText?.(undefined)
      put({ ...latest.current, jsonView: { text: pretty(current) } })
    },
    switchTo: setMode,
    send,
    sendUnchecked: () => onSubmit?.(current),
    refuse,
  }
}

/** What was changed since is no longer what something was said of. */
function standing(said: (Standing & { of: Json }) | undefined, current: Json): Standing {
  const isUnchanged = ({ path }: { path: string }) =>
    sameJson(valueAt(said?.of, path), valueAt(current, path))
  return {
    issues: said?.issues.filter(isUnchanged) ?? [],
    coercions: said?.coercions.filter(isUnchanged) ?? [],
  }
}

/** What the form holds: follows `value` when somebody else changed it. */
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
  // A page that refreshes brings the same contract as another object: nobody changed anything by that.
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
