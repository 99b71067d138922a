'use client'

import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useLayoutEffect, useRef } from 'react'
import { differingSpan } from '#lib/kernel/text/differing-span.ts'
import { useNonce } from '../browser/nonce-provider.tsx'
import type { CodeEditorProps } from './code-editor.tsx'
import { codeEditorExtensions, labelExtension, labels, replaceText } from './editing.ts'
import { lineNotesExtension } from './line-notes.ts'
import { setMarks } from './marks.ts'

export function EditorSurface(props: CodeEditorProps) {
  const { language, value, label, marks, readOnly, plain, wraps, lineOptions, describedBy, invalid } = props
  const nonce = useNonce()
  const parent = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef(props)

  useLayoutEffect(() => {
    latest.current = props
  })

  useLayoutEffect(() => {
    const extensions = codeEditorExtensions({ ...latest.current, language, readOnly, plain, nonce })
    const listener = EditorView.updateListener.of((update) => {
      const typed =
        update.docChanged && !update.transactions.some((transaction) => transaction.annotation(replaceText))
      if (typed) latest.current.onChange?.(update.state.doc.toString())
    })
    const editor = new EditorView({
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          extensions,
          listener,
          wraps ? EditorView.lineWrapping : [],
          lineOptions ? lineNotesExtension(lineOptions) : [],
        ],
      }),
      parent: parent.current ?? undefined,
    })
    view.current = editor
    return () => editor.destroy()
  }, [language, readOnly, plain, wraps, lineOptions, nonce])

  useLayoutEffect(() => {
    view.current?.dispatch({ effects: labels.reconfigure(labelExtension({ label, describedBy, invalid })) })
  }, [label, describedBy, invalid])

  useLayoutEffect(() => {
    const { current } = view
    if (!current || current.state.doc.toString() === value) return
    // Replaces only what differs, so that the cursor stays in place.
    const changes = differingSpan(current.state.doc.toString(), value)
    current.dispatch({ changes, annotations: replaceText.of(true) })
  }, [value])

  useLayoutEffect(() => {
    view.current?.dispatch({ effects: setMarks.of(marks ?? []) })
  }, [marks])

  return <div ref={parent} className="min-w-0" />
}
