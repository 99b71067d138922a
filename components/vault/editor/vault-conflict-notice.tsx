/** The vault and this page have conflicting versions of a file: shows both and lets the user choose. */
'use client'

import { useState } from 'react'
import type { ConflictChoice } from '#lib/vault/workspace/sync-document.ts'
import { CodeDiff } from '../../code-editor/code-diff.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent } from '../../ui/dialogs/dialog.tsx'
import { languageOfPath } from '../file-kinds.ts'

type ConflictNoticeProps = {
  path: string
  conflict: 'changed' | 'gone'
  mine: string
  readTheirs: () => Promise<string | null | undefined>
  settle: (choice: ConflictChoice) => Promise<unknown>
  close: () => void
}

export function VaultConflictNotice({
  path,
  conflict,
  mine,
  readTheirs,
  settle,
  close,
}: ConflictNoticeProps) {
  const [theirs, setTheirs] = useState<string>()
  const [pending, setPending] = useState<ConflictChoice>()

  async function choose(choice: ConflictChoice) {
    setPending(choice)
    await settle(choice)
    setPending(undefined)
    setTheirs(undefined)
  }

  async function compare() {
    const text = await readTheirs()
    if (typeof text === 'string') setTheirs(text)
  }

  if (conflict === 'gone') {
    return (
      <Notice text="This file was deleted or moved. You are viewing your copy.">
        <Button size="sm" pending={pending === 'mine'} onClick={() => choose('mine')}>
          Restore
        </Button>
        <Button size="sm" variant="outline" onClick={close}>
          Close
        </Button>
      </Notice>
    )
  }
  const choices = <Choices pending={pending} choose={choose} />
  return (
    <>
      <Notice text="This file was changed while you were editing it. Choose which version to keep.">
        <Button size="sm" variant="outline" onClick={compare}>
          Compare
        </Button>
        {choices}
      </Notice>
      <CompareDialog path={path} theirs={theirs} mine={mine} close={() => setTheirs(undefined)}>
        {choices}
      </CompareDialog>
    </>
  )
}

type ChoicesProps = { pending: ConflictChoice | undefined; choose: (choice: ConflictChoice) => void }

function Choices({ pending, choose }: ChoicesProps) {
  return (
    <>
      <Button size="sm" pending={pending === 'both'} onClick={() => choose('both')}>
        Keep both
      </Button>
      <Button size="sm" variant="outline" pending={pending === 'mine'} onClick={() => choose('mine')}>
        Keep mine
      </Button>
      <Button size="sm" variant="outline" pending={pending === 'theirs'} onClick={() => choose('theirs')}>
        Use theirs
      </Button>
    </>
  )
}

type CompareDialogProps = {
  path: string
  /** Undefined while the dialog is closed. */
  theirs: string | undefined
  mine: string
  close: () => void
  children: React.ReactNode
}

function CompareDialog({ path, theirs, mine, close, children }: CompareDialogProps) {
  return (
    <Dialog open={theirs !== undefined} onOpenChange={(isOpen) => isOpen || close()}>
      <DialogContent
        title={`Two versions of ${path}`}
        description="Red text is only in the vault, green text only in your version. “Keep both” uses the vault’s version and saves yours as a separate file."
        className="max-w-4xl"
      >
        <CodeDiff
          before={theirs ?? ''}
          after={mine}
          language={languageOfPath(path)}
          label={`Two versions of ${path}`}
        />
        <div className="flex flex-wrap justify-end gap-2">{children}</div>
      </DialogContent>
    </Dialog>
  )
}

function Notice({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-border border-b bg-destructive/10 px-3 py-2 text-sm"
    >
      <p className="min-w-60 flex-1 text-pretty">{text}</p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}
