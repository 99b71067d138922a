'use client'

/** ⌘K: find a skill or a file, go to a page, run a command, without leaving the keyboard. */
import { Search } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Destination, Role } from '#lib/contract/market/destinations.ts'
import { Dialog, DialogContent, DialogTrigger } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { CommandList } from './command-list.tsx'
import { FileList } from './file-list.tsx'
import { hearPage } from './live-channel.ts'
import type { CommandActions } from './use-commands.ts'

type CommandMenuProps = { pages: Destination[]; role: Role; actions: CommandActions }

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

  // “Open file”, asked for by a tool or an agent of the person who looks at this page.
  useEffect(() => {
    if (!isSignedIn) return
    return hearPage((event) => {
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
        title={shown === 'files' ? 'Open a file of the vault' : 'Search skills, pages and commands'}
        className="top-[12vh] max-w-xl translate-y-0 gap-0 overflow-hidden p-0"
      >
        {shown === 'files' ? (
          <FileList close={close} />
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

/** What a keyboard looks like never changes while a page is open. */
const never = () => () => {}

function onApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
