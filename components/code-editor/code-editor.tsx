'use client'

/**
 * A field for code, JSON or Markdown.
 *
 * CodeMirror is large, so it comes when the field is first shown. Until then the text stands in the same place
 * in the same size, so nothing jumps. Tab indents; Escape, then Tab, leaves the field, and the field says so.
 */
import { type CSSProperties, useId } from 'react'
import { cn } from '../ui/cn.ts'
import type { CodeEditorProps } from './code-editor-props.ts'
import { EditorPlaceholder } from './editor-placeholder.tsx'
import { useLoaded } from './use-loaded.ts'

const loadSurface = () => import('./editor-surface.tsx')

export function CodeEditor({ className, lines, ...props }: CodeEditorProps) {
  const surface = useLoaded(loadSurface)
  const hintId = useId()
  const isTabTaken = !props.readOnly && !props.plain
  const describedBy = [props.describedBy, isTabTaken && hintId].filter(Boolean).join(' ') || undefined

  return (
    <div className={cn('group grid min-w-0 gap-1', className)}>
      <div
        className={cn(
          'min-w-0 overflow-hidden rounded-md border border-input bg-card shadow-xs focus-within:outline-2 focus-within:outline-ring',
          props.invalid && 'border-destructive',
          props.readOnly && 'bg-muted/40',
        )}
        style={heights(lines)}
      >
        {surface ? (
          <surface.EditorSurface {...props} describedBy={describedBy} />
        ) : (
          <EditorPlaceholder value={props.value} plain={props.plain} />
        )}
      </div>
      {isTabTaken && (
        <p id={hintId} className="h-4 text-muted-foreground text-xs opacity-0 group-focus-within:opacity-100">
          Tab indents. To leave the editor press Escape, then Tab.
        </p>
      )}
    </div>
  )
}

const LINE_PX = 20
// The padding above and below the text.
const EDGES_PX = 16

function heights({ min = 4, max = 30 }: { min?: number; max?: number } = {}): CSSProperties {
  return {
    '--editor-min-height': `${min * LINE_PX + EDGES_PX}px`,
    '--editor-max-height': `${Math.max(min, max) * LINE_PX + EDGES_PX}px`,
  } as CSSProperties
}
