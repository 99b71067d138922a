'use client'

/**
 * Options of a field that a helper skill computes from the other fields (`x-choices`, docs/spec/contracts.md). The page
 * around the form provides the function that runs the helper: it differs for published skills, drafts and plans.
 */
import { createContext, use, useRef, useState } from 'react'
import type { FieldOption } from '#lib/contracts/forms/fields/field-options.ts'
import { labelFor } from '#lib/contracts/forms/fields/field-options.ts'
import { type FormValue, toJsonValue } from '#lib/contracts/forms/values/form-value.ts'
import type { Json, JsonObject } from '#lib/kernel/json/json.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { ListedChoice } from '#lib/runs/start/list-choices.ts'

export type LoadChoices = (helper: string, input: Json) => Promise<ActionResult<ListedChoice[]>>

const Context = createContext<LoadChoices | null>(null)

export const FieldChoicesProvider = Context.Provider

type LoadedChoices = {
  /** Undefined until the options are loaded. */
  options?: FieldOption[]
  isLoading: boolean
  problem?: string
  load: () => void
}

const CONNECTION_LOST = 'The connection was lost. Try again.'

/**
 * Returns the options that `helper` computes from the values of all fields but the field `own` itself. Nothing is loaded
 * until `load` is called, which happens when the field gets the focus; it does nothing while these values are unchanged.
 */
export function useFieldChoices(helper: unknown, own: string, current: () => FormValue): LoadedChoices {
  const loadChoices = use(Context)
  const [state, setState] = useState<Omit<LoadedChoices, 'load'>>({ isLoading: false })
  const requestedFor = useRef<string>(undefined)
  async function load() {
    if (!loadChoices || typeof helper !== 'string') return
    const { [own]: _, ...input } = (toJsonValue(current()) ?? {}) as JsonObject
    const text = JSON.stringify(input)
    if (requestedFor.current === text) return
    requestedFor.current = text
    setState({ isLoading: true })
    const result = await loadChoices(helper, input).catch(() => undefined)
    if (requestedFor.current !== text) return
    if (result?.ok) return setState({ isLoading: false, options: result.data.map(toOption) })
    requestedFor.current = undefined
    setState({ isLoading: false, problem: result?.error.message ?? CONNECTION_LOST })
  }
  return { ...state, load: () => void load() }
}

function toOption({ value, label, description }: ListedChoice): FieldOption {
  return { value, label: label ?? labelFor(value), ...(description && { description }) }
}
