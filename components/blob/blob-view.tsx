'use client'

/** A blob in a result or a form: what it is, a look at it, and the file to keep. */
import { Download, File } from 'lucide-react'
import { useEffect, useState } from 'react'
import { paths } from '#lib/contract/market/paths.ts'
import { sizeWords } from '#lib/contract/market/size-words.ts'
import { Button } from '../ui/button.tsx'
import { type BlobFacts, previewOf, readFacts } from './blob-facts.ts'

type Seen = BlobFacts | 'loading' | 'missing'

/** Of a longer text only the beginning is fetched. */
const PREVIEW_BYTES = 4_096

export function BlobView({ id, withPreview = true }: { id: string; withPreview?: boolean }) {
  const [seen, setSeen] = useState<Seen>('loading')
  useEffect(() => {
    const leaving = new AbortController()
    fetch(paths.blob(id), { method: 'HEAD', signal: leaving.signal })
      .then((response) => setSeen(response.ok ? readFacts(response.headers) : 'missing'))
      .catch(() => leaving.signal.aborted || setSeen('missing'))
    return () => leaving.abort()
  }, [id])

  if (seen === 'loading') return <span className="text-muted-foreground text-sm">Looking for the file…</span>
  if (seen === 'missing') {
    return (
      <span className="text-muted-foreground text-sm">
        A file that has expired, or that only members of the organisation can see.
      </span>
    )
  }
  const { name, kind, sizeBytes } = seen
  return (
    <span className="grid min-w-0 justify-items-start gap-2">
      <span className="flex min-w-0 max-w-full items-center gap-2 text-sm">
        <File aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        <span className="truncate font-medium">{name}</span>
        <span className="shrink-0 text-muted-foreground text-xs">
          {kind}, {sizeWords(sizeBytes)}
        </span>
        <Button asChild variant="ghost" size="icon-sm">
          <a href={`${paths.blob(id)}?download`} download={name} aria-label={`Download ${name}`}>
            <Download aria-hidden />
          </a>
        </Button>
      </span>
      {withPreview && <Preview id={id} facts={seen} />}
    </span>
  )
}

function Preview({ id, facts: { kind, name, sizeBytes } }: { id: string; facts: BlobFacts }) {
  const shown = previewOf(kind)
  if (shown === 'none' || sizeBytes === 0) return null
  if (shown === 'text') return <TextPreview id={id} isCut={sizeBytes > PREVIEW_BYTES} />
  return (
    // biome-ignore lint/performance/noImgElement: nothing of it may be kept by an optimiser
    <img
      src={paths.blob(id)}
      alt={name}
      className="max-h-80 max-w-full rounded-md border border-border"
      loading="lazy"
    />
  )
}

function TextPreview({ id, isCut }: { id: string; isCut: boolean }) {
  const [text, setText] = useState<string>()
  useEffect(() => {
    const leaving = new AbortController()
    fetch(paths.blob(id), {
      headers: { range: `bytes=0-${PREVIEW_BYTES - 1}` },
      signal: leaving.signal,
    })
      .then((response) => (response.ok ? response.text() : ''))
      // A character that was cut in half.
      .then((body) => setText(body.replace(/\ufffd$/, '')))
      .catch(() => {})
    return () => leaving.abort()
  }, [id])
  if (!text) return null
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling frame must be reachable by keyboard
      tabIndex={0}
      className="max-h-64 w-full overflow-auto whitespace-pre-wrap rounded-md bg-muted p-3 font-mono text-xs [overflow-wrap:anywhere]"
    >
      {text}
      {isCut && '\n…'}
    </pre>
  )
}
