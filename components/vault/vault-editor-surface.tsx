'use client'

/** An open text, loaded when it is first needed: CodeMirror, kept in step with the server by `document-sync.ts`. */
import { sendableUpdates } from '@codemirror/collab'
import { Annotation, EditorSelection, EditorState, Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Selection } from '#lib/contract/editing/apply-changes.ts'
import { changeBetween, textOf } from '#lib/contract/editing/change-between.ts'
import type { OpenDocumentView, OpenText } from '#lib/workspace/workspace-view.ts'
import { editing } from '../code-editor/editing.ts'
import { useNonce } from '../shell/nonce-provider.tsx'
import { type DocumentSync, syncDocument, synced } from './document-sync.ts'
import { fullHeight } from './editor-look.ts'
import { languageOfPath } from './file-kinds.ts'
import { pauseAfter, waitALittle } from './pauses.ts'
import { pushText } from './push-text.ts'
import { keepTrackOf } from './settle-texts.ts'

export type EditorStatus = {
  isWaiting: boolean
  isOffline: boolean
  /** What this page and the server have in common. */
  version: number
  refusal?: string
}

export type VaultEditorProps = {
  organisation: string
  text: OpenText
  /** What the person had written further than that, when the text had to be begun again. */
  further?: string
  /** As the server last told. */
  document: OpenDocumentView
  /** A line to go to, from 0; a new object each time. */
  jump?: { line: number }
  onStatus: (status: EditorStatus) => void
  onText: (text: string) => void
  /** The text is open under another id, or its edits are not known any more. */
  onStartOver: (lay?: (now: string) => string) => void
}

/** On changes that come from the server: nobody made them here. */
const told = Annotation.define<boolean>()

export function VaultEditorSurface(props: VaultEditorProps) {
  const { text, document, jump } = props
  const nonce = useNonce()
  const parent = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const sync = useRef<DocumentSync>(null)
  const latest = useRef(props)
  const lastTold = useRef('')
  const clientId = useRef('')

  useLayoutEffect(() => {
    latest.current = props
  })

  useLayoutEffect(() => {
    clientId.current = crypto.randomUUID()
    const wait = waitALittle()
    const { selection } = latest.current.document
    let textTimer: ReturnType<typeof setTimeout> | undefined
    const listener = EditorView.updateListener.of((update) => {
      if (update.docChanged) {
        clearTimeout(textTimer)
        textTimer = setTimeout(() => latest.current.onText(update.state.doc.toString()), PREVIEW_MS)
      }
      const own = update.transactions.filter(
        (each) => !each.annotation(told) && !each.annotation(Transaction.remote),
      )
      if (own.some((each) => each.docChanged || each.selection)) made.touched(selectionOf(update.state))
      if (own.some((each) => each.docChanged)) report()
    })
    const doc = textOf(text.text)
    const editor = new EditorView({
      state: EditorState.create({
        doc,
        selection: within(selection, doc.length),
        extensions: [
          editing({
            language: languageOfPath(text.path),
            label: `Text of ${text.path}`,
            nonce,
            placeholder: 'Begin to write…',
          }),
          EditorState.lineSeparator.of('\n'),
          EditorView.clipboardInputFilter.of((pasted) =>
            pasted.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n'),
          ),
          EditorView.lineWrapping,
          fullHeight,
          synced(text.version, clientId.current),
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
      pause: pauseAfter,
      onChange: report,
      startOver: (lay) => latest.current.onStartOver(lay),
    })
    view.current = editor
    sync.current = made
    const loseTrack = keepTrackOf({ settle: made.settle, hurry: wait.hurry })
    lastTold.current = keyOf(latest.current.document)
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
    made.heard(document.version)
    const key = keyOf(document)
    if (key === lastTold.current || document.selection.by === clientId.current) return
    lastTold.current = key
    // Another page of the same person moves the cursor only where nobody is writing.
    if (document.selection.by && editor.hasFocus) return
    void made.settle().then(() => {
      if (view.current !== editor || lastTold.current !== key) return
      const selection = overUnsent(editor.state, document.selection)
      editor.dispatch({
        selection: within(selection, editor.state.doc.length),
        scrollIntoView: true,
        annotations: [told.of(true), Transaction.addToHistory.of(false)],
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

function within({ anchor, head }: Selection, length: number) {
  return EditorSelection.single(Math.min(anchor, length), Math.min(head, length))
}

/** The server's place in the text of this page, which has edits that are still on their way. */
function overUnsent(state: EditorState, { anchor, head }: Selection): Selection {
  let moved = { anchor, head }
  for (const { changes } of sendableUpdates(state)) {
    moved = { anchor: changes.mapPos(moved.anchor, 1), head: changes.mapPos(moved.head, 1) }
  }
  return moved
}

function keyOf({ version, selection: { anchor, head, by } }: OpenDocumentView): string {
  return `${by ?? ''} ${anchor} ${head} ${by ? '' : version}`
}
