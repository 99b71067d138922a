'use client'

import { useRouter } from 'next/navigation'
import type { RefObject } from 'react'
import type { VisitorRole } from '#lib/kernel/site/destinations.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { Dialog, DialogContent } from '../ui/dialogs/dialog.tsx'
import { CommandFrame, useTypedQuery } from './command-frame.tsx'
import { FileGroup, fileValue } from './command-groups.tsx'
import { CommandList, useFileSearch } from './command-list.tsx'
import type { CommandActions } from './use-commands.ts'

export type CommandDialogProps = {
  /** Undefined while closed. */
  shown: 'everything' | 'files' | undefined
  show: (shown: 'everything' | 'files' | undefined) => void
  role: VisitorRole
  actions: CommandActions
  /** Receives the focus when the dialog closes. */
  trigger: RefObject<HTMLButtonElement | null>
  /** Text typed while the dialog was loading. */
  typed: RefObject<string>
}

export function CommandDialog({ shown, show, role, actions, trigger, typed }: CommandDialogProps) {
  const close = () => show(undefined)
  return (
    <Dialog open={shown !== undefined} onOpenChange={(isOpen) => show(isOpen ? 'everything' : undefined)}>
      <DialogContent
        bare
        title={shown === 'files' ? 'Open a file from the vault' : 'Search skills, pages and commands'}
        className="top-[12vh] max-w-xl translate-y-0 gap-0 overflow-hidden p-0"
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          trigger.current?.focus()
        }}
      >
        {shown === 'files' ? (
          <FileMatches close={close} typed={typed} />
        ) : (
          <CommandList
            role={role}
            actions={actions}
            close={close}
            typed={typed}
            openFile={() => show('files')}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

function FileMatches({ close, typed }: { close: () => void; typed: RefObject<string> }) {
  const router = useRouter()
  const [query, setQuery] = useTypedQuery(typed)
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
