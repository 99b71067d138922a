/** One open text: source, preview or both. Stays mounted in inactive tabs. */
'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { EditorMode, OpenDocumentView, OpenText as Text } from '#lib/vault/workspace/workspace-view.ts'
import { EditorPlaceholder } from '../../code-editor/code-editor.tsx'
import { cn } from '../../ui/cn.ts'
import { NOT_ON_SERVER, useLoaded } from '../../ui/use-loaded.ts'
import { isMarkdown, isTable } from '../file-kinds.ts'
import { NotePreview } from './note-preview.tsx'
import { fetchWithRetry } from './push-text.ts'
import { TablePreview } from './table-preview.tsx'
import type { EditorStatus } from './vault-editor-surface.tsx'

type OpenTextProps = {
  organisation: string
  document: OpenDocumentView
  mode: EditorMode
  isInFront: boolean
  initialText?: Text
  jump?: { line: number }
  onStatus: (status: EditorStatus) => void
  onTextChange: (text: string) => void
  open: (path: string) => Promise<unknown>
}

const loadSurface = async () =>
  typeof window === 'undefined' ? NOT_ON_SERVER : import('./vault-editor-surface.tsx')

export function OpenTextEditor({
  organisation,
  document,
  mode,
  isInFront,
  initialText,
  open,
  onTextChange,
  onStatus,
  ...rest
}: OpenTextProps) {
  const surface = useLoaded(loadSurface)
  const [opened, setOpened] = useState<{ text: Text; rebasedText?: string } | undefined>(
    initialText?.id === document.id ? { text: initialText } : undefined,
  )
  const [displayedText, setDisplayedText] = useState(initialText?.text ?? '')
  const [reapply, setReapply] = useState<(now: string) => string>()
  const { id, path } = document
  const isOpened = opened?.text.id === id

  const callbacks = useRef({ onTextChange, onStatus })
  callbacks.current = { onTextChange, onStatus }

  useEffect(() => {
    if (isOpened) return
    const controller = new AbortController()
    void fetchWithRetry(organisation, id, {
      signal: controller.signal,
      onFailure: () => callbacks.current.onStatus({ isWaiting: false, isOffline: true, version: 0 }),
    }).then((text) => {
      if (!text || controller.signal.aborted) return
      const rebasedText = reapply?.(text.text)
      callbacks.current.onStatus({ isWaiting: false, isOffline: false, version: text.version })
      setOpened({ text, ...(rebasedText !== undefined && rebasedText !== text.text && { rebasedText }) })
      setDisplayedText(rebasedText ?? text.text)
      setReapply(undefined)
    })
    return () => controller.abort()
  }, [organisation, id, isOpened, reapply])

  useEffect(() => {
    callbacks.current.onTextChange(displayedText)
  }, [displayedText])

  const onReset = useCallback(
    (layOver?: (now: string) => string) => {
      setReapply(() => layOver)
      setOpened(undefined)
      void open(path)
    },
    [open, path],
  )

  const hasPreview = isMarkdown(path) || isTable(path)
  const showsSource = !hasPreview || mode !== 'preview'
  const showsPreview = hasPreview && mode !== 'source'
  return (
    <div hidden={!isInFront} className={cn('min-h-0 min-w-0 flex-1', isInFront && 'flex')}>
      <div hidden={!showsSource} className="min-h-0 min-w-0 flex-1">
        {surface && opened && isOpened ? (
          <surface.VaultEditorSurface
            {...rest}
            onStatus={onStatus}
            {...opened}
            organisation={organisation}
            document={document}
            onText={setDisplayedText}
            onReset={onReset}
          />
        ) : (
          <EditorPlaceholder value={displayedText} />
        )}
      </div>
      {showsPreview && isInFront && isTable(path) && (
        <TablePreview
          text={displayedText}
          className={mode === 'split' ? 'border-border border-l max-md:hidden' : undefined}
        />
      )}
      {showsPreview && isInFront && !isTable(path) && (
        <NotePreview
          text={displayedText}
          path={path}
          onOpen={open}
          className={mode === 'split' ? 'border-border border-l max-md:hidden' : undefined}
        />
      )}
    </div>
  )
}
