'use client'

/** The vault and this page have different versions of one file: both are shown, and the person chooses. */
import { useState } from 'react'
import type { Choice } from '#lib/workspace/settle-rival.ts'
import { CodeDiff } from '../code-editor/code-diff.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogContent } from '../ui/dialog.tsx'
import { languageOfPath } from './file-kinds.ts'

type RivalNoticeProps = {
  path: string
  rival: 'changed' | 'gone'
  mine: string
  readTheirs: () => Promise<string | null | undefined>
  settle: (choice: Choice) => Promise<unknown>
  close: () => void
}

export function RivalNotice({ path, rival, mine, readTheirs, settle, close }: RivalNoticeProps) {
  const [theirs, setTheirs] = useState<string>()
  const [pending, setPending] = useState<Choice>()

  async function choose(choice: Choice) {
    setPending(choice)
    await settle(choice)
    setPending(undefined)
    setTheirs(undefined)
  }

  async function compare() {
    const text = await readTheirs()
    if (typeof text === 'string') setTheirs(text)
  }

  if (rival === 'gone') {
    return (
      <Notice text="This file is not in the vault any more: it was deleted or moved. What you see here is your copy.">
        <Button size="sm" pending={pending === 'mine'} onClick={() => choose('mine')}>
          Put it back
        </Button>
        <Button size="sm" variant="outline" onClick={close}>
          Close it
        </Button>
      </Notice>
    )
  }
  const choices = (
    <>
      <Button size="sm" pending={pending === 'both'} onClick={() => choose('both')}>
        Keep both
      </Button>
      <Button size="sm" variant="outline" pending={pending === 'mine'} onClick={() => choose('mine')}>
        Keep mine
      </Button>
      <Button size="sm" variant="outline" pending={pending === 'theirs'} onClick={() => choose('theirs')}>
        Take theirs
      </Button>
    </>
  )
  return (
    <>
      <Notice text="Somebody else changed this file in the vault while you were writing. Nothing is lost: choose what the file should be.">
        <Button size="sm" variant="outline" onClick={compare}>
          Compare
        </Button>
        {choices}
      </Notice>
      <Dialog open={theirs !== undefined} onOpenChange={(isOpen) => !isOpen && setTheirs(undefined)}>
        <DialogContent
          title={`Two versions of ${path}`}
          description="Red is only in the vault, green is only in yours. “Keep both” takes the vault’s and keeps yours in a file beside it."
          className="max-w-4xl"
        >
          <CodeDiff
            before={theirs ?? ''}
            after={mine}
            language={languageOfPath(path)}
            label={`Two versions of ${path}`}
          />
          <div className="flex flex-wrap justify-end gap-2">{choices}</div>
        </DialogContent>
      </Dialog>
    </>
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
