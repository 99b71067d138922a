'use client'

import { Search } from 'lucide-react'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { VisitorRole } from '#lib/kernel/site/destinations.ts'
import { useReader } from '../browser/reader.tsx'
import { Kbd } from '../ui/kbd.tsx'
import type { CommandActions } from './use-commands.ts'

type CommandMenuProps = { role: VisitorRole; actions: CommandActions }

const loadDialog = async () => ({ default: (await import('./command-dialog.tsx')).CommandDialog })
const CommandDialog = lazy(loadDialog)

export function CommandMenu({ role, actions }: CommandMenuProps) {
  const [shown, show] = useState<'everything' | 'files'>()
  const [isNeeded, setNeeded] = useState(false)
  if (shown && !isNeeded) setNeeded(true)
  const trigger = useRef<HTMLButtonElement>(null)
  const isSignedIn = role !== null
  const reader = useReader()
  const isApple = useSyncExternalStore(subscribeToNothing, isAppleBrowser, () => reader.isApple ?? true)

  const typed = useRef('')
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (shown && !isDialogOpen() && bufferKey(event, typed)) return
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey) return
      event.preventDefault()
      show((before) => (before ? undefined : 'everything'))
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [shown])

  useEffect(() => (isSignedIn ? onOpenFile(() => show('files')) : undefined), [isSignedIn])

  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={shown !== undefined}
        className="flex h-9 items-center gap-2 rounded-md border border-transparent px-2.5 text-muted-foreground text-sm transition-colors hover:text-foreground lg:w-56 lg:border-border lg:bg-card lg:shadow-xs"
        onPointerEnter={loadDialog}
        onFocus={loadDialog}
        onClick={() => show('everything')}
      >
        <Search className="size-4" aria-hidden />
        <span className="max-lg:sr-only">Search skills</span>
        <Kbd className="ml-auto max-lg:hidden" aria-hidden>
          {isApple ? '⌘K' : 'Ctrl K'}
        </Kbd>
      </button>
      {isNeeded && (
        <Suspense>
          <CommandDialog {...{ shown, show, role, actions, trigger, typed }} />
        </Suspense>
      )}
    </>
  )
}

/** Calls `open` when a tool or an agent asks for it, until the returned function is called. */
function onOpenFile(open: () => void): () => void {
  let stop: (() => void) | null | undefined
  void import('../browser/live-channel.ts').then(({ acknowledgeCommand, subscribeToPageEvents }) => {
    if (stop === null) return
    stop = subscribeToPageEvents((event) => {
      if (event.kind !== 'command' || event.command !== 'openFile') return
      open()
      acknowledgeCommand(event.id)
    })
  })
  return () => {
    stop?.()
    stop = null
  }
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null
}

/** Keeps a character that was typed while the dialog is loading. Returns false for other keys. */
function bufferKey({ key, metaKey, ctrlKey, altKey }: KeyboardEvent, typed: RefObject<string>): boolean {
  if (metaKey || ctrlKey || altKey) return false
  if (key === 'Backspace') typed.current = typed.current.slice(0, -1)
  else if ([...key].length === 1) typed.current += key
  else return false
  return true
}

const subscribeToNothing = () => () => {}

function isAppleBrowser(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
