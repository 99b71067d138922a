'use client'

import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useLayoutEffect, useRef } from 'react'
import { useNonce } from '../browser/nonce-provider.tsx'
import type { EditorLanguage } from './code-editor.tsx'
import { highlightExtension, labelExtension } from './editing.ts'
import { diffTheme } from './editor-theme.ts'
import { type LineOptions, lineNotesExtension } from './line-notes.ts'

type SurfaceProps = {
  before: string
  after: string
  language: EditorLanguage
  label: string
  isSplit: boolean
  isFolded: boolean
  /** Of the text after the changes. */
  lineOptions?: LineOptions | undefined
}

const FOLDED = { margin: 3, minSize: 6 }
// Beyond these limits, which only hostile input exceeds, whole lines are compared.
const DIFF_LIMITS = { scanLimit: 1_000, timeout: 500 }

export function DiffSurface(props: SurfaceProps) {
  const { before, after, language, label, isSplit, isFolded, lineOptions } = props
  const nonce = useNonce()
  const parent = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const side = (name: string): Extension => [
      highlightExtension({ language, nonce }),
      labelExtension({ label: name }),
      lineNumbers(),
      diffTheme,
      EditorState.readOnly.of(true),
      EditorView.lineWrapping,
    ]
    const notes = lineOptions ? lineNotesExtension(lineOptions) : []
    const options = { ...(isFolded && { collapseUnchanged: FOLDED }), diffConfig: DIFF_LIMITS }
    const host = parent.current ?? undefined
    const view = isSplit
      ? new MergeView({
          a: { doc: before, extensions: side(`${label}, before`) },
          b: { doc: after, extensions: [side(`${label}, after`), notes] },
          parent: host,
          ...options,
        })
      : new EditorView({
          doc: after,
          extensions: [
            side(label),
            notes,
            unifiedMergeView({ original: before, mergeControls: false, ...options }),
          ],
          parent: host,
        })
    return () => view.destroy()
  }, [before, after, language, label, isSplit, isFolded, lineOptions, nonce])

  return <div ref={parent} className="max-h-(--editor-max-height) overflow-auto" />
}
