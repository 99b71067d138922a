'use client'

import dynamic from 'next/dynamic'
import { useMemo, useState } from 'react'
import type { Json } from '#lib/kernel/json/json.ts'
import { CodeDiff } from '../code-editor/code-diff.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/forms/field.tsx'
import { withPlainMessages } from './plain-messages.ts'

// Loaded for a comparison, and only in the browser, because comparing large values would keep the server busy.
const ValueChanges = dynamic(() => import('./value-changes.tsx').then((module) => module.ValueChanges), {
  ssr: false,
  loading: () => <p className="text-muted-foreground text-sm">Comparing…</p>,
})

const TOLERANCES = [
  [0, 'Exactly equal'],
  [0.000_001, 'Within 0.0001%'],
  [0.001, 'Within 0.1%'],
  [0.01, 'Within 1%'],
  [0.05, 'Within 5%'],
] as const

type Contents = { input?: Json; output?: Json; isLarge?: boolean }

type ComparisonProps = { before: Contents; run: Contents }

export function OutputComparison({ before, run }: ComparisonProps) {
  const [tolerance, setTolerance] = useState(0)
  const isLarge = before.isLarge || run.isLarge
  return (
    <div className="grid min-w-0 gap-6">
      <SelectField
        label="Numbers count as equal if they are"
        className="w-fit"
        value={tolerance}
        onChange={(chosen) => setTolerance(Number(chosen))}
        options={TOLERANCES}
      />
      <Part title="Output" before={before.output} after={run.output} {...{ isLarge, tolerance }} hasMessage />
      <Part title="Input" before={before.input} after={run.input} {...{ isLarge, tolerance }} />
    </div>
  )
}

type PartProps = {
  title: string
  before: Json | undefined
  after: Json | undefined
  isLarge?: boolean
  tolerance: number
  /** True for outputs, whose field “message” is Markdown. */
  hasMessage?: boolean
}

function Part({ title, before, after, isLarge, tolerance, hasMessage }: PartProps) {
  const [isText, setText] = useState(false)
  const label = `${title} comparison`
  const canCompare = !isLarge && before !== undefined && after !== undefined
  const shown = useMemo(() => {
    if (!canCompare) return null
    return hasMessage ? withPlainMessages(before, after) : ([before, after] as const)
  }, [canCompare, hasMessage, before, after])
  return (
    <div className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium text-sm">{title}</h3>
        {canCompare && (
          <Button variant="ghost" size="sm" aria-pressed={isText} onClick={() => setText(!isText)}>
            Compare as JSON text
          </Button>
        )}
      </div>
      {!canCompare || !shown ? (
        <p className="text-muted-foreground text-sm">{comparisonUnavailableReason(before, isLarge)}</p>
      ) : isText ? (
        <CodeDiff before={formatJson(before)} after={formatJson(after)} language="json" label={label} />
      ) : (
        <ValueChanges before={shown[0]} after={shown[1]} tolerance={tolerance} label={label} />
      )}
    </div>
  )
}

function comparisonUnavailableReason(before: Json | undefined, isLarge = false): string {
  if (isLarge) return 'One of the values is too large to compare here.'
  return before === undefined ? 'The earlier run has no such value.' : 'The later run has no such value.'
}

function formatJson(value: Json): string {
  return JSON.stringify(value, null, 2)
}
