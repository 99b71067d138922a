'use client'

/** Links and pictures of a note: to other files of the vault, by where they are from here. */
import { type ComponentProps, createContext, type MouseEvent, use } from 'react'
import { paths } from '#lib/contract/market/paths.ts'
import { markdownReader, OwnPicture, Picture, SafeLink } from '../ui/markdown.tsx'
import { isPicture } from './file-kinds.ts'
import { linkedPath } from './linked-path.ts'

/** The note that is shown, and what opens another. */
export const NotePlace = createContext<{ path: string; onOpen: (path: string) => void }>({
  path: '',
  onOpen: () => {},
})

export const readNote = markdownReader(2, { a: NoteLink, img: NotePicture })

function NoteLink({ href, children }: ComponentProps<'a'>) {
  const { path, onOpen } = use(NotePlace)
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
  const { path } = use(NotePlace)
  const address = typeof src === 'string' ? src : undefined
  const linked = address && linkedPath(path, address)
  if (linked && isPicture(linked)) return <Picture src={paths.vaultBytes(linked)} alt={alt} />
  return <OwnPicture src={address} alt={alt} />
}

function isRelative(href: string | undefined): boolean {
  return !/^([a-z][a-z\d+.-]*:|[/#])/i.test(href ?? '')
}

/** In a new tab or a new window, as browsers understand it. */
function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}
