/** One open text: source, preview or both. Stays mounted in inactive tabs. */
'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { EditorMode, OpenDocumentView, OpenText as Text } from '#lib/vault/workspace/workspace-view.ts'
import { EditorPlaceholder } from '../../code-editor/code-editor.tsx'
import { NOT_ON_SERVER, useLoaded } from '../../code-editor/use-loaded.ts'
import { cn } from '../../ui/cn.ts'
import { isMarkdown } from '../file-kinds.ts'
import { NotePreview } from './note-preview.tsx'
import { fetchWithRetry } from './push-text.ts'
import type { EditorStatus } from './vault-editor-surface.tsx'

type OpenTextProps = {
  organisation: string
  document: OpenDocumentView
  mode: EditorMode
  isInFront: boolean
  given?: Text
  jump?: { line: number }
  onStatus: (status: EditorStatus) => void
  onShown: (text: string) => void
  open: (path: string) => Promise<unknown>
}

const loadSurface = async () =>
  typeof window === 'undefined' ? NOT_ON_SERVER : import('./vault-editor-surface.tsx')

export function OpenTextEditor({
  organisation,
  document,
  mode,
  isInFront,
  given,
  open,
  onShown,
  onStatus,
  ...rest
}: OpenTextProps) {
  const surface = useLoaded(loadSurface)
  const [begun, setBegun] = useState<{ text: Text; further?: string } | undefined>(
    given?.id === document.id ? { text: given } : undefined,
  )
  const [shown, setShown] = useState(given?.text ?? '')
  const [lay, setLay] = useState<(now: string) => string>()
  const { id, path } = document
  const isBegun = begun?.text.id === id

  const callbacks = useRef({ onShown, onStatus })
  callbacks.current = { onShown, onStatus }

  useEffect(() => {
    if (isBegun) return
    const leaving = new AbortController()
    void fetchWithRetry(organisation, id, {
      signal: leaving.signal,
      onFailure: () => callbacks.current.onStatus({ isWaiting: false, isOffline: true, version: 0 }),
    }).then((text) => {
      if (!text || leaving.signal.aborted) return
      const further = lay?.(text.text)
      callbacks.current.onStatus({ isWaiting: false, isOffline: false, version: text.version })
      setBegun({ text, ...(further !== undefined && further !== text.text && { further }) })
      setShown(further ?? text.text)
      setLay(undefined)
    })
    return () => leaving.abort()
  }, [organisation, id, isBegun, lay])

  useEffect(() => {
    callbacks.current.onShown(shown)
  }, [shown])

  const onStartOver = useCallback(
    (layOver?: (now: string) => string) => {
      setLay(() => layOver)
      setBegun(undefined)
      void open(path)
    },
    [open, path],
  )

  const hasPreview = isMarkdown(path)
  const showsSource = !hasPreview || mode !== 'preview'
  const showsPreview = hasPreview && mode !== 'source'
  return (
    <div hidden={!isInFront} className={cn('min-h-0 min-w-0 flex-1', isInFront && 'flex')}>
      <div hidden={!showsSource} className="min-h-0 min-w-0 flex-1">
        {surface && begun && isBegun ? (
          <surface.VaultEditorSurface
            {...rest}
            onStatus={onStatus}
            {...begun}
            organisation={organisation}
            document={document}
            onText={setShown}
            onStartOver={onStartOver}
          />
        ) : (
          <EditorPlaceholder value={shown} />
        )}
      </div>
      {showsPreview && isInFront && (
        <NotePreview
          text={shown}
          path={path}
          onOpen={open}
          className={mode === 'split' ? 'border-border border-l max-md:hidden' : undefined}
        />
      )}
    </div>
  )
}
