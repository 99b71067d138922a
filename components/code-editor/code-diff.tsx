/** Compares two texts. Unchanged lines are collapsed until a button expands them. */
'use client'

import { type CSSProperties, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { NOT_ON_SERVER, useLoaded } from '../ui/use-loaded.ts'
import type { EditorLanguage } from './code-editor.tsx'
import type { LineOptions } from './line-notes.ts'

type CodeDiffProps = {
  before: string
  after: string
  language: EditorLanguage
  label?: string
  maxLines?: number
  /** Of the text after the changes. */
  lineOptions?: LineOptions | undefined
  className?: string
}

const loadSurface = async () => (typeof window === 'undefined' ? NOT_ON_SERVER : import('./diff-surface.tsx'))

export function CodeDiff({ label = 'Changes', maxLines = 40, className, ...texts }: CodeDiffProps) {
  const surface = useLoaded(loadSurface)
  const [isSplit, setSplit] = useState(false)
  const [isFolded, setFolded] = useState(true)
  const { added, removed } = countChangedLines(texts.before, texts.after)
  if (texts.before === texts.after) return <p className="text-muted-foreground text-sm">No changes.</p>

  return (
    <div className={cn('grid min-w-0 gap-2', className)}>
      <div className="flex items-center justify-between gap-3 text-sm">
        <p className="text-muted-foreground">
          <span className="text-success">{added} added</span>,{' '}
          <span className="text-destructive">{removed} removed</span>
        </p>
        <div className="flex items-center">
          <Toggle isOn={!isFolded} onToggle={() => setFolded(!isFolded)}>
            All lines
          </Toggle>
          <Toggle isOn={isSplit} onToggle={() => setSplit(!isSplit)} className="hidden md:inline-flex">
            Side by side
          </Toggle>
        </div>
      </div>
      <div
        className="min-h-24 min-w-0 overflow-hidden rounded-md border border-border bg-card focus-within:outline-2 focus-within:outline-ring"
        style={{ '--editor-max-height': `${maxLines * 20}px`, '--editor-min-height': '0px' } as CSSProperties}
      >
        {surface && (
          <surface.DiffSurface
            key={`${isSplit} ${isFolded}`}
            {...texts}
            label={label}
            isSplit={isSplit}
            isFolded={isFolded}
          />
        )}
      </div>
    </div>
  )
}

type ToggleProps = { isOn: boolean; onToggle: () => void; className?: string; children: string }

function Toggle({ isOn, onToggle, className, children }: ToggleProps) {
  return (
    <Button
      variant="ghost"
      size="sm"
      className={cn('aria-pressed:bg-accent', className)}
      aria-pressed={isOn}
      onClick={onToggle}
    >
      {children}
    </Button>
  )
}

/** Counts added and removed lines without regard to their order, as a cheap estimate. */
export function countChangedLines(before: string, after: string): { added: number; removed: number } {
  const remaining = new Map<string, number>()
  for (const line of linesOf(before)) remaining.set(line, (remaining.get(line) ?? 0) + 1)
  let added = 0
  for (const line of linesOf(after)) {
    const count = remaining.get(line) ?? 0
    if (count === 0) added += 1
    else remaining.set(line, count - 1)
  }
  const removed = [...remaining.values()].reduce((sum, count) => sum + count, 0)
  return { added, removed }
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}
