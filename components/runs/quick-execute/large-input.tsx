/** Inputs that are too large for the page of a skill, or for its address. They are loaded afterwards. */
'use client'

import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { isSameJson, type Json } from '#lib/kernel/json/json.ts'
import { readSharedFragment } from '#lib/kernel/site/input-fragment.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'
import type { RunView, SharedRun } from '#lib/runs/views/run-view.ts'
import { Button } from '../../ui/button.tsx'

type ShownRun = Pick<RunView, 'id' | 'input' | 'isPartial'>

type LargeInputProps = {
  /** The run that the address names, and its state now; its input is there as soon as it has been loaded. */
  shown: ShownRun | undefined
  run: ShownRun | undefined
  /** What the form has. */
  value: Json | undefined
  fill: (input: Json) => void
}

/**
 * Says above the form what there is to say about an input that is not in it. The input of an own run is only
 * offered, because drawing it takes a while; that of a shared run was asked for by “Try it yourself”.
 */
export function LargeInput({ shown, run, value, fill }: LargeInputProps) {
  const input = run?.isPartial ? undefined : run?.input
  const isInForm = useMemo(
    () => input !== undefined && value !== undefined && isSameJson(input, value),
    [input, value],
  )
  const sharedState = useSharedInput(fill)
  if (sharedState === 'loading') return <Note>Loading the input of the shared run…</Note>
  if (sharedState === 'failed')
    return <Note>The input of the shared run could not be loaded. Go back and try again.</Note>
  if (!shown?.isPartial || run?.id !== shown.id || isInForm) return null
  if (input === undefined) return <Note>The input of this run is large. Loading it…</Note>
  return (
    <Note>
      The input of this run is large ({formatBytes(JSON.stringify(input).length)}), so it is not in the form.
      <Button size="sm" variant="outline" onClick={() => fill(input)}>
        Put it into the form
      </Button>
    </Note>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-muted-foreground text-sm">
      {children}
    </p>
  )
}

/** Fills in the input of the shared run that the address names, if it names one. */
function useSharedInput(fill: (input: Json) => void): 'loading' | 'failed' | undefined {
  const [state, setState] = useState<'loading' | 'failed'>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    const token = readSharedFragment(window.location.hash)
    if (token === undefined) return
    setState('loading')
    const abort = new AbortController()
    loadSharedInput(token, abort.signal)
      .then((input) => {
        fill(input)
        setState(undefined)
        const { pathname, search } = window.location
        window.history.replaceState(window.history.state, '', pathname + search)
      })
      .catch(() => abort.signal.aborted || setState('failed'))
    return () => abort.abort()
  }, [])
  return state
}

async function loadSharedInput(token: string, signal: AbortSignal): Promise<Json> {
  const response = await fetch(`/api/shared/${encodeURIComponent(token)}`, { signal })
  if (!response.ok) throw new Error(`The shared run answered ${response.status}`)
  return ((await response.json()) as SharedRun['run']).input
}
