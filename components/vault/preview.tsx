'use client'

/** What a Markdown text looks like. */
import { memo, useDeferredValue } from 'react'
import { splitFrontMatter } from '#lib/contract/vault/front-matter.ts'
import { cn } from '../ui/cn.ts'
import { Markdown } from '../ui/markdown.tsx'
import { NotePlace, readNote } from './note-links.tsx'

type PreviewProps = {
  text: string
  path: string
  /** Opens a file that the text links to. */
  onOpen: (path: string) => void
  className?: string
}

export function Preview({ text, path, onOpen, className }: PreviewProps) {
  // Reading a long text takes a while; typing goes first.
  const shown = useDeferredValue(text)
  const { body, fields } = splitFrontMatter(shown) ?? { body: shown, fields: '' }
  return (
    <section
      aria-label={`Preview of ${path}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling frame must be reachable by keyboard
      tabIndex={0}
      className={cn('min-h-0 min-w-0 flex-1 overflow-y-auto px-5 py-4 -outline-offset-2', className)}
    >
      <div className="mx-auto max-w-3xl">
        {fields && (
          <pre className="mb-4 overflow-x-auto rounded-md bg-muted px-3 py-2 font-mono text-muted-foreground text-xs">
            {fields}
          </pre>
        )}
        {body.trim() ? (
          <NotePlace value={{ path, onOpen }}>
            <Body text={body} />
          </NotePlace>
        ) : (
          <p className="text-muted-foreground text-sm">There is nothing to show yet.</p>
        )}
      </div>
    </section>
  )
}

const Body = memo(({ text }: { text: string }) => (
  <Markdown text={text} read={readNote} className="text-base" />
))
