'use client'

/** One open text: its source, what it looks like, or both. Stays in the page while its tab is behind. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Mode, OpenDocumentView, OpenText as Text } from '#lib/workspace/workspace-view.ts'
import { EditorPlaceholder } from '../code-editor/editor-placeholder.tsx'
import { useLoaded } from '../code-editor/use-loaded.ts'
import { cn } from '../ui/cn.ts'
import { isMarkdown } from './file-kinds.ts'
import { Preview } from './preview.tsx'
import { fetchText } from './push-text.ts'
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
  /** Opens the file once more, under another id. */
  reopen: (path: string) => Promise<unknown>
}

const loadSurface = () => import('./vault-editor-surface.tsx')

export function OpenText({
  organisation,
  document,
  mode,
  isInFront,
  given,
  reopen,
  onShown,
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

  useEffect(() => {
    if (isBegun) return
    let isWanted = true
    fetchText(organisation, id).then(
      (text) => {
        if (!isWanted) return
        const further = lay?.(text.text)
        setBegun({ text, ...(further !== undefined && further !== text.text && { further }) })
        setShown(further ?? text.text)
        setLay(undefined)
      },
      // It is not open any more, or the line is down: the next word of the server decides.
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [organisation, id, isBegun, lay])

  const tellShown = useRef(onShown)
  tellShown.current = onShown
  useEffect(() => {
    tellShown.current(shown)
  }, [shown])

  const onStartOver = useCallback(
    (layOver?: (now: string) => string) => {
      setLay(() => layOver)
      setBegun(undefined)
      void reopen(path)
    },
    [reopen, path],
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
          className={mode === 'split' ? 'border-border border-l max-md:hidden' : undefined}
        />
      )}
    </div>
  )
}
