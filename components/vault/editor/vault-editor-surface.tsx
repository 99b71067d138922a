'use client'

import { sendableUpdates } from '@codemirror/collab'
import { Annotation, EditorSelection, EditorState, type Extension, Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { changeBetween, type Selection, toText } from '#lib/vault/model/apply-changes.ts'
import type { OpenDocumentView, OpenText } from '#lib/vault/workspace/workspace-view.ts'
import { useNonce } from '../../browser/nonce-provider.tsx'
import { codeEditorExtensions } from '../../code-editor/editing.ts'
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
  rebasedText?: string
  document: OpenDocumentView
  /** A 0-based line to scroll to; a new object each time. */
  jump?: { line: number }
  onStatus: (status: EditorStatus) => void
  onText: (text: string) => void
  /** The text is open under another id, or its edits are no longer known. */
  onReset: (reapply?: (now: string) => string) => void
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
  const opened = useRef<OpenEditor>(null)
  const latest = useRef(props)

  useLayoutEffect(() => {
    latest.current = props
  })

  useLayoutEffect(() => {
    const editor = openEditor(text, { nonce, latest, parent: parent.current ?? undefined })
    opened.current = editor
    return editor.close
  }, [text, nonce])

  useEffect(() => {
    if (opened.current && document.id === text.id) followDocument(opened, document)
  }, [document, text])

  useEffect(() => {
    if (jump && opened.current) showLine(opened.current.view, jump.line)
  }, [jump])

  return <div ref={parent} className="h-full min-w-0" />
}

type OpenEditor = {
  view: EditorView
  sync: DocumentSync
  clientId: string
  /** Key of the last document state that the editor shows. */
  statusKey: string
  close: () => void
}

type EditorSetup = {
  nonce: ReturnType<typeof useNonce>
  latest: RefObject<VaultEditorProps>
  parent: HTMLElement | undefined
}

function openEditor(text: VaultEditorProps['text'], { nonce, latest, parent }: EditorSetup): OpenEditor {
  const clientId = crypto.randomUUID()
  const batcher = createEditBatcher()
  const { document, rebasedText } = latest.current
  let textTimer: ReturnType<typeof setTimeout> | undefined
  const listener = EditorView.updateListener.of((update) => {
    if (update.docChanged) {
      clearTimeout(textTimer)
      textTimer = setTimeout(() => latest.current.onText(update.state.doc.toString()), PREVIEW_MS)
    }
    const ownTransactions = update.transactions.filter(
      (transaction) => !transaction.annotation(fromServer) && !transaction.annotation(Transaction.remote),
    )
    if (ownTransactions.some((transaction) => transaction.docChanged || transaction.selection))
      sync.onEdit(selectionOf(update.state))
    if (ownTransactions.some((transaction) => transaction.docChanged)) report()
  })
  const doc = toText(text.text)
  const selection = clampSelection(document.selection, doc.length)
  const extensions = [...editorExtensions(text, nonce), syncExtension(text.version, clientId), listener]
  const view = new EditorView({ state: EditorState.create({ doc, selection, extensions }), parent })
  const report = () => {
    const refusal = sync.refusal()
    latest.current.onStatus({
      isWaiting: sync.hasUnsent(),
      version: sync.version(),
      isOffline: sync.isOffline(),
      ...(refusal && { refusal }),
    })
  }
  const sync = syncDocument({
    view,
    documentId: text.id,
    push: (request) => pushText(latest.current.organisation, request),
    waitForBatch: batcher.waitForBatch,
    pause: waitForRetry,
    onChange: report,
    onReset: (reapply) => latest.current.onReset(reapply),
  })
  const untrack = trackOpenText({ settle: sync.settle, endBatch: batcher.endBatch })
  if (rebasedText !== undefined) view.dispatch({ changes: changeBetween(text.text, rebasedText) })
  window.addEventListener('pagehide', batcher.endBatch)
  window.addEventListener('online', sync.retry)
  const close = () => {
    window.removeEventListener('pagehide', batcher.endBatch)
    window.removeEventListener('online', sync.retry)
    clearTimeout(textTimer)
    untrack()
    batcher.endBatch()
    sync.stop()
    view.destroy()
  }
  return { view, sync, clientId, statusKey: statusKeyOf(document), close }
}

function editorExtensions({ path }: VaultEditorProps['text'], nonce: EditorSetup['nonce']): Extension[] {
  return [
    codeEditorExtensions({
      language: languageOfPath(path),
      label: `Text of ${path}`,
      nonce,
      placeholder: 'Start writing…',
    }),
    EditorState.lineSeparator.of('\n'),
    EditorView.clipboardInputFilter.of((pasted) => pasted.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n')),
    EditorView.lineWrapping,
    fullHeight,
  ]
}

/** Receives the document's version, and the cursor if another page or a tool moved it. */
function followDocument(opened: RefObject<OpenEditor | null>, document: VaultEditorProps['document']): void {
  const editor = opened.current
  if (!editor) return
  const { view, sync } = editor
  sync.receiveVersion(document.version)
  const key = statusKeyOf(document)
  if (key === editor.statusKey || document.selection.by === editor.clientId) return
  editor.statusKey = key
  // Another page of the same user moves the cursor only if the user is not typing here.
  if (document.selection.by && view.hasFocus) return
  void sync.settle().then(() => {
    if (opened.current !== editor || editor.statusKey !== key) return
    const selection = mapThroughUnsent(view.state, document.selection)
    view.dispatch({
      selection: clampSelection(selection, view.state.doc.length),
      scrollIntoView: true,
      annotations: [fromServer.of(true), Transaction.addToHistory.of(false)],
    })
  })
}

function showLine(view: EditorView, index: number): void {
  const line = view.state.doc.line(Math.min(index + 1, view.state.doc.lines))
  view.dispatch({
    selection: EditorSelection.range(line.from, line.to),
    effects: EditorView.scrollIntoView(line.from, { y: 'center' }),
  })
  view.focus()
}

const PREVIEW_MS = 120

function selectionOf({ selection }: EditorState): Selection {
  const { anchor, head } = selection.main
  return { anchor, head }
}

function clampSelection({ anchor, head }: Selection, length: number) {
  return EditorSelection.single(Math.min(anchor, length), Math.min(head, length))
}

/** Moves the server's selection by the edits that it does not have yet. */
function mapThroughUnsent(state: EditorState, { anchor, head }: Selection): Selection {
  let moved = { anchor, head }
  for (const { changes } of sendableUpdates(state)) {
    moved = { anchor: changes.mapPos(moved.anchor, 1), head: changes.mapPos(moved.head, 1) }
  }
  return moved
}

function statusKeyOf({ version, selection: { anchor, head, by } }: OpenDocumentView): string {
  return `${by ?? ''} ${anchor} ${head} ${by ? '' : version}`
}
