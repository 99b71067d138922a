'use client'

/** One open text: its source, what it looks like, or both. Stays in the page while its tab is behind. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Mode, OpenDocumentView, OpenText as Text } from '#lib/workspace/workspace-view.ts'
import { EditorPlaceholder } from '../code-editor/editor-placeholder.tsx'
import { useLoaded } from '../code-editor/use-loaded.ts'
import { cn } from '../ui/cn.ts'
import { isMarkdown } from './file-kinds.ts'
import { Preview } from './preview.tsx'
import { fetchUntilThere } from './push-text.ts'
import type { EditorStatus } from './vault-editor-surface.tsx'

type OpenTextProps = {
  organisation: string
  document: OpenDocumentView
  mode: Mode
  isInFront: boolean
  /** The text, when the page came with it. */
  given?: Text
  jump?: { line: number }
  onStatus: (status: EditorStatus) => void
  /** Told what the text is now. */
  onShown: (text: string) => void
  /** Opens a file: this one once more, under another id, or one that it links to. */
  open: (path: string) => Promise<unknown>
}

const loadSurface = () => import('./vault-editor-surface.tsx')

export function OpenText({
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

  const tell = useRef({ onShown, onStatus })
  tell.current = { onShown, onStatus }

  useEffect(() => {
    if (isBegun) return
    const leaving = new AbortController()
    void fetchUntilThere(organisation, id, {
      signal: leaving.signal,
      onFailure: () => tell.current.onStatus({ isWaiting: false, isOffline: true, version: 0 }),
    }).then((text) => {
      if (!text || leaving.signal.aborted) return
      const further = lay?.(text.text)
      tell.current.onStatus({ isWaiting: false, isOffline: false, version: text.version })
      setBegun({ text, ...(further !== undefined && further !== text.text && { further }) })
      setShown(further ?? text.text)
      setLay(undefined)
    })
    return () => leaving.abort()
  }, [organisation, id, isBegun, lay])

  useEffect(() => {
    tell.current.onShown(shown)
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
        <Preview
          text={shown}
          path={path}
          onOpen={open}
          className={mode === 'split' ? 'border-border border-l max-md:hidden' : undefined}
        />
      )}
    </div>
  )
}
