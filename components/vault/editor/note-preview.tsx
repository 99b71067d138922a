'use client'

import { type ComponentProps, createContext, type MouseEvent, memo, use, useDeferredValue } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import { splitFrontMatter } from '#lib/vault/model/front-matter.ts'
import { folderOf, vaultPathError } from '#lib/vault/model/vault-path.ts'
import { cn } from '../../ui/cn.ts'
import { createMarkdownRenderer, Markdown } from '../../ui/markdown/markdown.tsx'
import { LocalImage, Picture, SafeLink } from '../../ui/markdown/markdown-tree.tsx'
import { isPicture } from '../file-kinds.ts'

type PreviewProps = {
  text: string
  path: string
  onOpen: (path: string) => void
  className?: string
}

export function NotePreview({ text, path, onOpen, className }: PreviewProps) {
  // Rendering a long text is slow, so typing has priority.
  const deferredText = useDeferredValue(text)
  const { body, fields } = splitFrontMatter(deferredText) ?? { body: deferredText, fields: '' }
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
          <NoteLocationContext value={{ path, onOpen }}>
            <Body text={body} />
          </NoteLocationContext>
        ) : (
          <p className="text-muted-foreground text-sm">Nothing to preview yet.</p>
        )}
      </div>
    </section>
  )
}

export const NoteLocationContext = createContext<{ path: string; onOpen: (path: string) => void }>({
  path: '',
  onOpen: () => {},
})

export const readNote = createMarkdownRenderer(2, { a: NoteLink, img: NotePicture })

const Body = memo(({ text }: { text: string }) => (
  <Markdown text={text} render={readNote} className="text-base" />
))

function NoteLink({ href, children }: ComponentProps<'a'>) {
  const { path, onOpen } = use(NoteLocationContext)
  const linked = href ? linkedPath(path, href) : undefined
  if (!linked) return <SafeLink href={isRelative(href) ? undefined : href}>{children}</SafeLink>
  return (
    <a
      href={paths.vaultFile(linked)}
      onClick={(event) => {
        if (opensElsewhere(event)) return
        event.preventDefault()
        onOpen(linked)
      }}
    >
      {children}
    </a>
  )
}

function NotePicture({ src, alt }: ComponentProps<'img'>) {
  const { path } = use(NoteLocationContext)
  const address = typeof src === 'string' ? src : undefined
  const linked = address && linkedPath(path, address)
  if (linked && isPicture(linked)) return <Picture src={paths.vaultBytes(linked)} alt={alt} />
  return <LocalImage src={address} alt={alt} />
}

function isRelative(href: string | undefined): boolean {
  return !/^([a-z][a-z\d+.-]*:|[/#])/i.test(href ?? '')
}

function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}

/**
 * Returns the path in the vault that a link in a note means: "../Plan%20B.md#Costs" in "Notes/Today.md" is "Plan B.md".
 * Returns undefined for any other kind of URL.
 */
export function linkedPath(from: string, address: string): string | undefined {
  const [encoded = ''] = address.split(/[?#]/)
  if (encoded === '' || /^([a-z][a-z\d+.-]*:|\/)/i.test(encoded)) return undefined
  const names = folderOf(from).split('/').filter(Boolean)
  for (const name of decodeAddress(encoded).split('/')) {
    if (name === '..' && names.length === 0) return undefined
    if (name === '..') names.pop()
    else if (name !== '.' && name !== '') names.push(name)
  }
  const path = names.join('/')
  return vaultPathError(path) ? undefined : path.normalize('NFC')
}

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
