'use client'

/**
 * What goes on behind a schema form: what it holds, its JSON twin, and what is said of both.
 *
 * Three values of one input: `held` is what the fields show (an added row may still be empty), `current` is what
 * that means as JSON, and `value` is what the parent keeps, always the `current` last told to it. A value that
 * comes from the parent or the twin is held as it is; only a form that was given none starts from defaults.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Json, JsonSchema } from '#lib/contract/json/json.ts'
import { pointerKeys, valueAt } from '#lib/contract/json/json-pointer.ts'
import type { Coercion } from '#lib/contract/schema/coercion.ts'
import { prepareWith } from '#lib/contract/values/prepare-with.ts'
import type { Issue } from '#lib/errors.ts'
import type { Change } from './drawn-form.tsx'
import { type FormContract, formContract } from './form-contract.ts'
import { changedAt, type Held, meant } from './held.ts'
import { readTyped } from './read-typed.ts'
import { startValue } from './start-value.ts'

type Said = { issues: readonly Issue[]; coercions: readonly Coercion[] }

type Wanted = Partial<Said> & {
  schema: JsonSchema
  value: Json | undefined
  onChange: (value: Json) => void
  onSubmit?: (value: Json) => void
  /** JSON that was typed before and could not be read yet. */
  jsonText?: string
  onJsonText?: (text: string | undefined) => void
}

export type FormMode = 'form' | 'json' | 'both'

/** The text of the twin; `error` when it is no JSON: then the text is kept, and so is the last value. */
export type Twin = { text: string; error?: string }

type State = { contract: FormContract; value: Json | undefined; held: Held; epoch: number; twin: Twin }

export function useSchemaForm(wanted: Wanted) {
  const { issues, coercions, onSubmit, jsonText } = wanted
  const [mode, setMode] = useState<FormMode>(jsonText === undefined ? 'form' : 'json')
  const [state, put, latest] = useFormState(wanted)
  const { contract, held, epoch, twin } = state
  const current = useMemo(() => meant(held) ?? {}, [held])
  const [said, setSaid] = useState<Said & { of: Json }>()
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

  const change = useCallback<Change>(
    (pointer, value, orderOf) => {
      const before = latest.current
      const next = changedAt(before.held, pointerKeys(pointer), value, orderOf)
      const means = meant(next) ?? {}
      put({ ...before, value: means, held: next, twin: { text: pretty(means) } })
      told.current.onChange(means)
    },
    [put, latest],
  )

  function typeJson(text: string) {
    const { value: read, text: kept = text, error } = readTyped(text)
    told.current.onJsonText?.(error === undefined ? undefined : text)
    if (read === undefined) return put({ ...latest.current, twin: { text: kept, error } })
    const { epoch: before } = latest.current
    put({ ...latest.current, value: read, held: read, epoch: before + 1, twin: { text: kept } })
    told.current.onChange(read)
  }

  function submit() {
    if (mode !== 'form' && twin.error !== undefined) return
    // In JSON anything may be tried: the server says what it thinks of it.
    if (mode === 'json') return onSubmit?.(current)
    const found = prepareWith(contract, current).issues
    setSaid({ issues: found, coercions: [], of: current })
    if (found.length === 0) return onSubmit?.(current)
    // Rows that were left empty go, so that what is said of a row is said of the right one.
    put({ ...latest.current, value: current, held: current })
  }

  return {
    contract,
    // Without this the compiler takes SKIPPED for any symbol.
    held: held as Held,
    epoch,
    mode,
    twin,
    summary,
    standing: standing(said, current),
    change,
    typeJson,
    discardJson() {
      told.current.onJsonText?.(undefined)
      put({ ...latest.current, twin: { text: pretty(current) } })
    },
    switchTo: setMode,
    submit,
  }
}

/** What was changed since is no longer what something was said of. */
function standing(said: (Said & { of: Json }) | undefined, current: Json): Said {
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
      : { ...begun, twin: { text: jsonText, error: readTyped(jsonText).error } }
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
  const held = value === undefined ? startValue(contract, [contract.schema]) : value
  return { contract, value, held, epoch, twin: { text: pretty(meant(held) ?? {}) } }
}

function pretty(value: Json): string {
  return JSON.stringify(value, null, 2)
}

function sameJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
