'use client'

import { Undo2 } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { plural } from '#lib/kernel/text/plural.ts'
import type { ChangedFile } from '#lib/vault/history/history.ts'
import { CodeDiff } from '../../code-editor/code-diff.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Label, Select } from '../../ui/forms/input.tsx'
import { attemptAction } from '../../ui/use-action.ts'
import { languageOfPath } from '../file-kinds.ts'
import type { VaultActions } from '../vault-actions.ts'

type ChangesDialogProps = {
  organisation: string
  files: ChangedFile[]
  readVersion: VaultActions['version']
  /** Absent if the change was undone already. */
  onUndo?: () => void
  close: () => void
}

/** What an entry of the history changed, file by file, and the way to undo it. */
export function ChangesDialog({ organisation, files, readVersion, onUndo, close }: ChangesDialogProps) {
  const [index, setIndex] = useState(0)
  const chooser = useId()
  const file = files[index] ?? files[0]
  if (!file) return null
  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || close()}>
      <DialogContent
        title={files.length === 1 ? `Change to ${file.path}` : `Changes to ${plural(files.length, 'file')}`}
        className="max-w-4xl"
      >
        {files.length > 1 && (
          <div className="grid gap-1.5">
            <Label htmlFor={chooser}>File</Label>
            <Select id={chooser} value={index} onChange={({ target }) => setIndex(Number(target.value))}>
              {files.map(({ path }, at) => (
                <option key={path} value={at}>
                  {path}
                </option>
              ))}
            </Select>
          </div>
        )}
        <FileChange key={file.path} organisation={organisation} file={file} readVersion={readVersion} />
        {onUndo && (
          <DialogFooter>
            <Button variant="outline" onClick={close}>
              Close
            </Button>
            <Button onClick={onUndo}>
              <Undo2 aria-hidden /> Undo
            </Button>
          </DialogFooter>
        )}
      </DialogContent>
    </Dialog>
  )
}

type Texts = { before: string; after: string } | { problem: string }

function FileChange({
  organisation,
  file: { path, before, after },
  readVersion,
}: Pick<ChangesDialogProps, 'organisation' | 'readVersion'> & { file: ChangedFile }) {
  const [texts, setTexts] = useState<Texts>()
  useEffect(() => {
    let isMounted = true
    const read = (etag: string | null) =>
      etag === null
        ? Promise.resolve({ ok: true as const, data: '' })
        : attemptAction(() => readVersion(organisation, etag))
    void Promise.all([read(before), read(after)]).then(
      ([old, next]) => isMounted && setTexts(compareVersions(old, next)),
    )
    return () => {
      isMounted = false
    }
  }, [organisation, before, after, readVersion])

  if (!texts) return <p role="status">Loading…</p>
  if ('problem' in texts) return <p role="status">{texts.problem}</p>
  return <CodeDiff {...texts} language={languageOfPath(path)} label={`Change to ${path}`} />
}

type VersionResult = Awaited<ReturnType<VaultActions['version']>>

function compareVersions(before: VersionResult, after: VersionResult): Texts {
  if (!before.ok) return { problem: before.error.message }
  if (!after.ok) return { problem: after.error.message }
  if (before.data === null || after.data === null)
    return { problem: 'This file is not text, or it is too large to compare.' }
  if (before.data === after.data) return { problem: 'The text is the same before and after.' }
  return { before: before.data, after: after.data }
}
