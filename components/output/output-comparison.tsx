'use client'

import type { Json } from '#lib/json/json.ts'
import type { RerunSource, RunView } from '#lib/runs/views/run-view.ts'
import { CodeDiff } from '../code-editor/code-diff.tsx'

type ComparisonProps = { before: RerunSource; run: Partial<Pick<RunView, 'input' | 'output'>> }

export function OutputComparison({ before, run }: ComparisonProps) {
  return (
    <div className="grid min-w-0 gap-6">
      <Part title="Output" before={before.output} after={run.output} isLarge={before.isLarge} />
      <Part title="Input" before={before.input} after={run.input} isLarge={before.isLarge} />
    </div>
  )
}

type PartProps = { title: string; before: Json | undefined; after: Json | undefined; isLarge?: boolean }

function Part({ title, before, after, isLarge }: PartProps) {
  return (
    <div className="grid min-w-0 gap-2">
      <h3 className="font-medium text-sm">{title}</h3>
      {before === undefined || after === undefined ? (
        <p className="text-muted-foreground text-sm">{comparisonUnavailableReason(before, isLarge)}</p>
      ) : (
        <CodeDiff
          before={pretty(before)}
          after={pretty(after)}
          language="json"
          label={`${title} comparison`}
        />
      )}
    </div>
  )
}

function comparisonUnavailableReason(before: Json | undefined, isLarge = false): string {
  if (isLarge) return 'The earlier value is too large to compare here.'
  return before === undefined ? 'The earlier run has none.' : 'This run has none.'
}

function pretty(value: Json): string {
  return JSON.stringify(value, null, 2)
}
