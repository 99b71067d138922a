'use client'

import { useState } from 'react'
import { isBlobId } from '../blob/blob-facts.ts'
import { BlobView } from '../blob/blob-view.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

const LONG_CHARS = 600

/** A text: a link when it is one, a picture when it holds one, folded when it is long. */
export function TextValue({ text, name }: { text: string; name: string }) {
  if (text === '') return <span className="text-muted-foreground italic">empty</span>
  if (isBlobId(text)) return <BlobView id={text} />
  // Only pictures that came in the text itself: nothing is fetched from anywhere.
  if (/^data:image\/(png|jpeg|gif|webp|svg\+xml);base64,/i.test(text)) {
    // biome-ignore lint/performance/noImgElement: a data URL has nothing to optimise
    return <img src={text} alt={name} className="max-h-80 max-w-full rounded-md border border-border" />
  }
  if (/^https?:\/\/\S+$/i.test(text) && URL.canParse(text)) {
    return (
      <a
        href={text}
        rel="noopener noreferrer nofollow"
        className="underline underline-offset-4 [overflow-wrap:anywhere]"
      >
        {text}
      </a>
    )
  }
  return text.includes('\n') || text.length > LONG_CHARS ? (
    <LongText text={text} name={name} />
  ) : (
    <Short text={text} />
  )
}

function Short({ text }: { text: string }) {
  return <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</span>
}

function LongText({ text, name }: { text: string; name: string }) {
  const [open, setOpen] = useState(false)
  const isLong = text.length > LONG_CHARS
  return (
    <div className="relative rounded-md bg-muted p-3 pr-12">
      <pre className="whitespace-pre-wrap font-mono text-xs [overflow-wrap:anywhere]">
        {isLong && !open ? `${text.slice(0, LONG_CHARS)}…` : text}
      </pre>
      <CopyButton text={text} label={`Copy ${name}`} className="absolute top-2 right-2" />
      {isLong && (
        <Button variant="link" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : `Show all ${text.length.toLocaleString('en')} characters`}
        </Button>
      )}
    </div>
  )
}
