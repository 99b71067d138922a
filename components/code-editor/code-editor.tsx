/**
 * A code editor. CodeMirror is loaded on first use, into a placeholder of the same size. Tab indents; Escape and then Tab
 * leaves the editor.
 */
'use client'

import { type CSSProperties, useId } from 'react'
import { cn } from '../ui/cn.ts'
import { NOT_ON_SERVER, useLoaded } from '../ui/use-loaded.ts'
import type { LineOptions } from './line-notes.ts'

const loadSurface = async () =>
  typeof window === 'undefined' ? NOT_ON_SERVER : import('./editor-surface.tsx')

export type EditorLanguage = 'javascript' | 'typescript' | 'python' | 'json' | 'markdown' | 'text'

/** `line` and `column` start at 1. */
export type Mark = { line: number; column: number; message: string; severity?: 'error' | 'warning' }

export type CodeEditorProps = {
  language: EditorLanguage
  value: string
  onChange?: (value: string) => void
  label: string
  marks?: readonly Mark[]
  readOnly?: boolean
  plain?: boolean
  lines?: { min?: number; max?: number }
  describedBy?: string
  invalid?: boolean
  placeholder?: string
  /** Breaks long lines instead of scrolling, for code that is read to the end. */
  wraps?: boolean
  lineOptions?: LineOptions | undefined
  className?: string
}

export function CodeEditor({ className, lines, ...props }: CodeEditorProps) {
  const surface = useLoaded(loadSurface)
  const hintId = useId()
  const isTabCaptured = !props.readOnly && !props.plain
  const describedBy = [props.describedBy, isTabCaptured && hintId].filter(Boolean).join(' ') || undefined

  return (
    <div className={cn('group grid min-w-0 gap-1', className)}>
      <div
        className={cn(
          'min-w-0 overflow-hidden rounded-md border border-input bg-card shadow-xs focus-within:outline-2 focus-within:outline-ring',
          props.invalid && 'border-destructive',
          props.readOnly && 'bg-muted/40',
        )}
        style={heightStyle(lines)}
      >
        {surface ? (
          <surface.EditorSurface {...props} describedBy={describedBy} />
        ) : (
          <EditorPlaceholder value={props.value} plain={props.plain} />
        )}
      </div>
      {isTabCaptured && (
        <p id={hintId} className="h-4 text-muted-foreground text-xs opacity-0 group-focus-within:opacity-100">
          Press Tab to indent. To leave the editor, press Escape, then Tab.
        </p>
      )}
    </div>
  )
}

const LINE_PX = 20
const EDGES_PX = 16

function heightStyle({ min = 4, max = 30 }: { min?: number; max?: number } = {}): CSSProperties {
  return {
    '--editor-min-height': `${min * LINE_PX + EDGES_PX}px`,
    '--editor-max-height': `${Math.max(min, max) * LINE_PX + EDGES_PX}px`,
  } as CSSProperties
}

type PlaceholderProps = { value: string; plain?: boolean }

export function EditorPlaceholder({ value, plain }: PlaceholderProps) {
  return (
    <pre
      aria-busy="true"
      className={cn(
        'max-h-(--editor-max-height) min-h-(--editor-min-height) overflow-hidden py-2 font-mono text-[13px] leading-5',
        plain ? 'whitespace-pre-wrap px-3' : 'pr-3 pl-16',
      )}
    >
      {value || ' '}
    </pre>
  )
}
