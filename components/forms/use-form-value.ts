'use client'

/**
 * A JSON value as the fields show it: an added row may still be empty. The parent's value is shown unchanged; only an
 * absent one starts from the contract's defaults.
 */
import { useCallback, useRef, useState } from 'react'
import { type FormContract, formContract } from '#lib/contracts/forms/validation/form-contract.ts'
import { type FormValue, toJsonValue } from '#lib/contracts/forms/values/form-value.ts'
import { startValue } from '#lib/contracts/forms/values/start-value.ts'
import { isIdenticalJson, isSameJson, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'

export type FormValueProps = {
  /** A canonical object schema. */
  schema: JsonSchema
  /** Undefined starts from the defaults of the contract. */
  value: Json | undefined
  onChange: (value: Json) => void
}

type State = {
  contract: FormContract
  /** The value of the parent, or the last that it was sent. */
  value: Json | undefined
  formValue: FormValue
  /** Increases when the whole value is replaced, which draws all fields again. */
  epoch: number
}

export function useFormValue({ schema, value, onChange }: FormValueProps) {
  const [state, setState] = useState(() => startState(formContract(schema), value, 0))
  const latest = useRef(state)
  const latestOnChange = useRef(onChange)
  latestOnChange.current = onChange
  const updateState = useCallback((part: Partial<State>) => {
    latest.current = { ...latest.current, ...part }
    setState(latest.current)
  }, [])
  const change = useCallback(
    (formValue: FormValue) => {
      const json = toJsonValue(formValue) ?? {}
      updateState({ value: json, formValue })
      latestOnChange.current(json)
    },
    [updateState],
  )
  function replace(json: Json) {
    updateState({ value: json, formValue: json, epoch: latest.current.epoch + 1 })
    onChange(json)
  }
  const handlers = { change, replace }

  // A page that refreshes passes the same contract as another object.
  const lastSchema = useRef(schema)
  const isSameContract = isIdenticalJson(lastSchema.current, schema)
  if (isSameContract && isSame(value, state.value)) return { ...state, ...handlers }
  lastSchema.current = schema
  const fresh = startState(isSameContract ? state.contract : formContract(schema), value, state.epoch + 1)
  latest.current = fresh
  setState(fresh)
  return { ...fresh, ...handlers }
}

function startState(contract: FormContract, value: Json | undefined, epoch: number): State {
  const formValue = value === undefined ? startValue(contract, [contract.schema]) : value
  return { contract, value, formValue, epoch }
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && isSameJson(a, b))
}
