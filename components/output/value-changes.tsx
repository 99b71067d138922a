'use client'

import { ArrowRight } from 'lucide-react'
import { Fragment, useMemo } from 'react'
import { diffValues, type TextPart, type ValueChange } from '#lib/json-schema/diff/diff-values.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { Badge, type BadgeVariant } from '../ui/badge.tsx'

const KINDS = {
  added: { label: 'added', variant: 'success' },
  removed: { label: 'removed', variant: 'destructive' },
  changed: { label: 'changed', variant: 'info' },
  moved: { label: 'moved', variant: 'neutral' },
} as const satisfies Record<ValueChange['kind'], { label: string; variant: BadgeVariant }>

type ValueChangesProps = { before: Json; after: Json; tolerance?: number; label: string }

export function ValueChanges({ before, after, tolerance, label }: ValueChangesProps) {
  const { changes, isCut } = useMemo(
    () => diffValues(before, after, { tolerance }),
    [before, after, tolerance],
  )
  if (changes.length === 0) return <p className="text-muted-foreground text-sm">No differences.</p>
  return (
    <div className="grid min-w-0 gap-2">
      <p className="text-muted-foreground text-sm">
        {isCut
          ? `More than ${changes.length} differences. The first are shown.`
          : plural(changes.length, 'difference')}
      </p>
      <ol
        aria-label={label}
        className="divide-y divide-border overflow-hidden rounded-md border border-border bg-card"
      >
        {changes.map((change) => (
          <Change key={`${change.kind} ${JSON.stringify(change.path)}`} change={change} />
        ))}
      </ol>
    </div>
  )
}

function Change({ change }: { change: ValueChange }) {
  const { path, kind } = change
  const { label, variant } = KINDS[kind]
  return (
    <li className="grid min-w-0 gap-2 px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
          {path.join(' › ') || 'The whole value'}
        </span>
        <Badge variant={variant}>{label}</Badge>
      </p>
      <ChangedValue change={change} />
    </li>
  )
}

function ChangedValue({ change: { kind, before, after, parts } }: { change: ValueChange }) {
  if (kind === 'moved') {
    return (
      <p className="text-muted-foreground">
        From position {String(before)} to {String(after)}
      </p>
    )
  }
  if (parts?.some((part) => part.kind === 'same' && part.text.trim())) return <ChangedText parts={parts} />
  return (
    <div className="grid min-w-0 items-start gap-2 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
      <OneValue value={before} label="Before" />
      <ArrowRight className="mt-1.5 size-4 text-muted-foreground max-md:hidden" aria-hidden />
      <OneValue value={after} label="After" />
    </div>
  )
}

function OneValue({ value, label }: { value: Json | undefined; label: string }) {
  return (
    <div className="min-w-0">
      <span className="sr-only">{label}: </span>
      {value === undefined ? (
        <span className="text-muted-foreground italic">absent</span>
      ) : (
        <pre className="max-h-64 overflow-auto whitespace-pre-wrap rounded bg-muted px-2 py-1 font-mono text-xs [overflow-wrap:anywhere]">
          {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
        </pre>
      )}
    </div>
  )
}

function ChangedText({ parts }: { parts: TextPart[] }) {
  return (
    <p className="max-h-96 overflow-auto whitespace-pre-wrap rounded bg-muted px-3 py-2 [overflow-wrap:anywhere]">
      {parts.map(({ text, kind }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
        if (kind === 'same') return <span key={index}>{text}</span>
        const Mark = kind === 'added' ? 'ins' : 'del'
        const isReplacement = kind === 'added' && parts[index - 1]?.kind === 'removed'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
          <Fragment key={index}>
            {/* Without it, “6” that became “5” reads as 65. */}
            {isReplacement && <span className="select-none px-1 text-muted-foreground">→</span>}
            <Mark
              className={
                kind === 'added'
                  ? 'bg-success/15 text-success no-underline'
                  : 'bg-destructive/15 text-destructive line-through'
              }
            >
              {text}
            </Mark>
          </Fragment>
        )
      })}
    </p>
  )
}
