'use client'

import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { SitePage, VisitorRole } from '#lib/site/destinations.ts'
import { paths } from '#lib/site/paths.ts'
import { plural } from '#lib/text/plural.ts'
import { subscribeToPageEvents } from '../browser/live-channel.ts'
import { Kbd } from '../ui/badge.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../ui/dialogs/dialog.tsx'
import { CommandFrame } from './command-frame.tsx'
import { FileGroup, fileValue } from './command-groups.tsx'
import { CommandList, useFileSearch } from './command-list.tsx'
import type { CommandActions } from './use-commands.ts'

type CommandMenuProps = { pages: SitePage[]; role: VisitorRole; actions: CommandActions }

export function CommandMenu({ pages, role, actions }: CommandMenuProps) {
  const [shown, show] = useState<'everything' | 'files'>()
  const close = () => show(undefined)
  const isSignedIn = role !== null
  const isApple = useSyncExternalStore(never, onApple, () => true)

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey) return
      event.preventDefault()
      show((before) => (before ? undefined : 'everything'))
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  // “Open file” requested by a tool or agent of this user.
  useEffect(() => {
    if (!isSignedIn) return
    return subscribeToPageEvents((event) => {
      if (event.what === 'command' && event.command === 'openFile') show('files')
    })
  }, [isSignedIn])

  return (
    <Dialog open={shown !== undefined} onOpenChange={(isOpen) => show(isOpen ? 'everything' : undefined)}>
      <DialogTrigger className="flex h-9 items-center gap-2 rounded-md border border-transparent px-2.5 text-muted-foreground text-sm transition-colors hover:text-foreground lg:w-56 lg:border-border lg:bg-card lg:shadow-xs">
        <Search className="size-4" aria-hidden />
        <span className="max-lg:sr-only">Search skills</span>
        <Kbd className="ml-auto max-lg:hidden" aria-hidden>
          {isApple ? '⌘K' : 'Ctrl K'}
        </Kbd>
      </DialogTrigger>
      <DialogContent
        bare
        title={shown === 'files' ? 'Open a file from the vault' : 'Search skills, pages and commands'}
        className="top-[12vh] max-w-xl translate-y-0 gap-0 overflow-hidden p-0"
      >
        {shown === 'files' ? (
          <FileMatches close={close} />
        ) : (
          <CommandList
            pages={pages}
            role={role}
            actions={actions}
            close={close}
            openFile={() => show('files')}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

const never = () => () => {}

function onApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}

function FileMatches({ close }: { close: () => void }) {
  const router = useRouter()
  const [query, setQuery] = useState('')
  const { state, files } = useFileSearch(query)
  const statusText = fileSearchStatus(state, files.length, query.trim())
  return (
    <CommandFrame
      label="Open a file from the vault"
      placeholder="File name"
      query={query}
      onQuery={setQuery}
      best={files[0] && fileValue(files[0].path)}
      status={statusText ?? `${plural(files.length, 'file')} found`}
    >
      <FileGroup
        files={files}
        open={(path) => {
          close()
          router.push(paths.vaultFile(path))
        }}
      />
      {statusText && <p className="px-2.5 py-3 text-muted-foreground text-sm">{statusText}</p>}
    </CommandFrame>
  )
}

function fileSearchStatus(state: string, count: number, typed: string): string | undefined {
  if (state === 'failed') return 'The search failed.'
  if (count > 0) return undefined
  if (state !== 'done') return 'Searching…'
  return typed === '' ? 'The vault has no files yet.' : `No files match “${typed}”.`
}
