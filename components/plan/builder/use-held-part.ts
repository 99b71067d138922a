'use client'

/** What the form of a part of a plan holds: its own while somebody fills it, the plan's when that changed elsewhere. */
import { useCallback, useRef, useState } from 'react'
import type { Json } from '#lib/contract/json/json.ts'
import { sameText } from '#lib/contract/json/json-equality.ts'
import { pointerKeys } from '#lib/contract/json/json-pointer.ts'
import type { Change } from '../../schema-form/drawn-form.tsx'
import { changedAt, type Held, meant } from '../../schema-form/held.ts'

type State = { value: Json; held: Held; epoch: number }

export function useHeldPart(value: Json, onChange: (value: Json) => void) {
  const [state, setState] = useState<State>({ value, held: value, epoch: 0 })
  const latest = useRef(state)
  const told = useRef(onChange)
  told.current = onChange
  const put = useCallback((next: State) => {
    latest.current = next
    setState(next)
  }, [])
  const change = useCallback<Change>(
    (pointer, next, orderOf) => {
      const { held, epoch } = latest.current
      const changed = changedAt(held, pointerKeys(pointer), next, orderOf)
      const means = meant(changed) ?? {}
      put({ value: means, held: changed, epoch })
      told.current(means)
    },
    [put],
  )
  // The plan may keep its keys in another order than the form.
  if (value === state.value || sameText(value) === sameText(state.value)) return { ...state, change }
  const fresh = { value, held: value, epoch: state.epoch + 1 }
  latest.current = fresh
  setState(fresh)
  return { ...fresh, change }
}
