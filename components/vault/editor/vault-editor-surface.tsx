'use client'

import { sendableUpdates } from '@codemirror/collab'
import { Annotation, EditorSelection, EditorState, Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { changeBetween, type Selection, toText } from '#lib/text-editing/apply-changes.ts'
import type { OpenDocumentView, OpenText } from '#lib/workspace/workspace-view.ts'
import { useNonce } from '../../browser/nonce-provider.tsx'
import { editing } from '../../code-editor/editing.ts'
import { languageOfPath } from '../file-kinds.ts'
import { type DocumentSync, syncDocument, syncExtension } from './document-sync.ts'
import { createEditBatcher, pushText, trackOpenText, waitForRetry } from './push-text.ts'

export type EditorStatus = {
  isWaiting: boolean
  isOffline: boolean
  /** The last version common to page and server. */
  version: number
  refusal?: string
}

export type VaultEditorProps = {
  organisation: string
  text: OpenText
  /** Unsent edits that remained when the text was reloaded. */
  further?: string
  document: OpenDocumentView
  /** A 0-based line to scroll to; a new object each time. */
  jump?: { line: number }
  onStatus: (status: EditorStatus) => void
  onText: (text: string) => void
  /** The text is open under another id, or its edits are no longer known. */
  onStartOver: (lay?: (now: string) => string) => void
}

const fromServer = Annotation.define<boolean>()

const fullHeight = EditorView.theme({
  '&': { height: '100%' },
  '.cm-scroller': { maxHeight: 'none', height: '100%' },
  '.cm-content': { minHeight: '100%', padding: '16px 0 40vh' },
  '@media (max-width: 40rem)': { '.cm-gutters': { display: 'none' } },
})

export function VaultEditorSurface(props: VaultEditorProps) {
  const { text, document, jump } = props
  const nonce = useNonce()
  const parent = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const sync = useRef<DocumentSync>(null)
  const latest = useRef(props)
  const lastStatus = useRef('')
  const clientId = useRef('')

  useLayoutEffect(() => {
    latest.current = props
  })

  useLayoutEffect(() => {
    clientId.current = crypto.randomUUID()
    const wait = createEditBatcher()
    const { selection } = latest.current.document
    let textTimer: ReturnType<typeof setTimeout> | undefined
    const listener = EditorView.updateListener.of((update) => {
      if (update.docChanged) {
        clearTimeout(textTimer)
        textTimer = setTimeout(() => latest.current.onText(update.state.doc.toString()), PREVIEW_MS)
      }
      const own = update.transactions.filter(
        (each) => !each.annotation(fromServer) && !each.annotation(Transaction.remote),
      )
      if (own.some((each) => each.docChanged || each.selection)) made.onEdit(selectionOf(update.state))
      if (own.some((each) => each.docChanged)) report()
    })
    const doc = toText(text.text)
    const editor = new EditorView({
      state: EditorState.create({
        doc,
        selection: clampSelection(selection, doc.length),
        extensions: [
          editing({
            language: languageOfPath(text.path),
            label: `Text of ${text.path}`,
            nonce,
            placeholder: 'Start writing…',
          }),
          EditorState.lineSeparator.of('\n'),
          EditorView.clipboardInputFilter.of((pasted) =>
            pasted.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n'),
          ),
          EditorView.lineWrapping,
          fullHeight,
          syncExtension(text.version, clientId.current),
          listener,
        ],
      }),
      parent: parent.current ?? undefined,
    })
    const report = () => {
      const refusal = made.refusal()
      latest.current.onStatus({
        isWaiting: made.waiting(),
        version: made.version(),
        isOffline: made.isOffline(),
        ...(refusal && { refusal }),
      })
    }
    const made = syncDocument({
      view: editor,
      documentId: text.id,
      push: (request) => pushText(latest.current.organisation, request),
      gather: wait.gather,
      pause: waitForRetry,
      onChange: report,
      startOver: (lay) => latest.current.onStartOver(lay),
    })
    view.current = editor
    sync.current = made
    const loseTrack = trackOpenText({ settle: made.settle, hurry: wait.hurry })
    lastStatus.current = keyOf(latest.current.document)
    const { further } = latest.current
    if (further !== undefined) editor.dispatch({ changes: changeBetween(text.text, further) })
    window.addEventListener('pagehide', wait.hurry)
    window.addEventListener('online', made.again)
    return () => {
      window.removeEventListener('pagehide', wait.hurry)
      window.removeEventListener('online', made.again)
      clearTimeout(textTimer)
      loseTrack()
      wait.hurry()
      made.stop()
      editor.destroy()
    }
  }, [text, nonce])

  useEffect(() => {
    const [editor, made] = [view.current, sync.current]
    if (!editor || !made || document.id !== text.id) return
    made.receiveVersion(document.version)
    const key = keyOf(document)
    if (key === lastStatus.current || document.selection.by === clientId.current) return
    lastStatus.current = key
    // Another page of the same user moves the cursor only if the user is not typing here.
    if (document.selection.by && editor.hasFocus) return
    void made.settle().then(() => {
      if (view.current !== editor || lastStatus.current !== key) return
      const selection = mapThroughUnsent(editor.state, document.selection)
      editor.dispatch({
        selection: clampSelection(selection, editor.state.doc.length),
        scrollIntoView: true,
        annotations: [fromServer.of(true), Transaction.addToHistory.of(false)],
      })
    })
  }, [document, text])

  useEffect(() => {
    const editor = view.current
    if (!jump || !editor) return
    const line = editor.state.doc.line(Math.min(jump.line + 1, editor.state.doc.lines))
    editor.dispatch({
      selection: EditorSelection.range(line.from, line.to),
      effects: EditorView.scrollIntoView(line.from, { y: 'center' }),
    })
    editor.focus()
  }, [jump])

  return <div ref={parent} className="h-full min-w-0" />
}

const PREVIEW_MS = 120

function selectionOf({ selection }: EditorState): Selection {
  const { anchor, head } = selection.main
  return { anchor, head }
}

function clampSelection({ anchor, head }: Selection, length: number) {
  return EditorSelection.single(Math.min(anchor, length), Math.min(head, length))
}

/** Maps the server's selection over edits that are still pending. */
function mapThroughUnsent(state: EditorState, { anchor, head }: Selection): Selection {
  let moved = { anchor, head }
  for (const { changes } of sendableUpdates(state)) {
    moved = { anchor: changes.mapPos(moved.anchor, 1), head: changes.mapPos(moved.head, 1) }
  }
  return moved
}

function keyOf({ version, selection: { anchor, head, by } }: OpenDocumentView): string {
  return `${by ?? ''} ${anchor} ${head} ${by ? '' : version}`
}
