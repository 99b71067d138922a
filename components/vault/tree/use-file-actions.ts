'use client'

import { useState } from 'react'
import { isWithin, vaultFileName } from '#lib/vault/model/vault-path.ts'
import type { WorkspaceView } from '#lib/vault/workspace/workspace-view.ts'
import { toast } from '../../ui/toast.ts'
import { attemptAction } from '../../ui/use-action.ts'
import type { FileOperation, VaultActions, WorkspaceOperation } from '../vault-actions.ts'
import type { NameQuestion } from './name-dialog.tsx'
import { pathInFolder } from './tree-rows.ts'

type FileActionsOptions = {
  organisation: string
  actions: Pick<VaultActions, 'changeFiles' | 'listTrash' | 'restore'>
  workspace: WorkspaceView
  arrange: (operation: WorkspaceOperation) => Promise<boolean>
  onDone: (operation: FileOperation, path: string) => void
  onRestored: () => void
}

const SAMPLE_PATH = 'Welcome.md'

const SAMPLE_NOTE = `# Welcome to your vault

This note is yours to edit, rename or delete.

## What you can do here

- Write **Markdown** and preview it with the buttons above.
- Find text in all files with *Search*.
- See who changed what with *History*, and undo changes.

## Work with agents

While this note is open, an agent with your API key can edit it. Select the next line and ask your agent to replace the selection:

> This sentence is too long and could perhaps be made somewhat shorter.

## To do

- [ ] Drop a few files on this page
- [ ] Run a skill that reads this note
`

export function useFiles({
  organisation,
  actions,
  workspace,
  arrange,
  onDone,
  onRestored,
}: FileActionsOptions) {
  const [question, setQuestion] = useState<NameQuestion>()

  async function change(operation: FileOperation): Promise<string | undefined> {
    const result = await attemptAction(() => actions.changeFiles(organisation, operation))
    if (!result.ok) return result.error.message
    onDone(operation, result.data.path)
    return undefined
  }

  async function remove(path: string) {
    // Saves unsent edits first, so that a restored file contains them.
    for (const leaf of workspace.leaves) {
      if (isWithin(leaf.path, path) && !(await arrange({ kind: 'close', leafId: leaf.id }))) return
    }
    const problem = await change({ kind: 'delete', path })
    if (problem) toast.error(problem)
    else
      toast.success(`${path} was moved to the trash.`, {
        action: { label: 'Undo', onClick: () => void restore(path) },
      })
  }

  /** Restores what was deleted last under this path. */
  async function restore(path: string) {
    const trash = await attemptAction(() => actions.listTrash(organisation))
    if (!trash.ok) return void toast.error(trash.error.message)
    const [latest] = trash.data
      .filter((entry) => entry.path === path)
      .sort((one, other) => other.deletedAtMs - one.deletedAtMs)
    if (!latest) return void toast.error('It is not in the trash any more.')
    const restored = await attemptAction(() => actions.restore(organisation, latest.operationId))
    if (!restored.ok) return void toast.error(restored.error.message)
    onRestored()
    toast.success(`${restored.data.path} was restored.`)
  }

  async function moveInto(fromPath: string, folder: string) {
    const toPath = pathInFolder(fromPath, folder)
    if (toPath === undefined) return
    const problem = await change({ kind: 'move', fromPath, toPath })
    if (problem) toast.error(problem)
    else toast.success(`${vaultFileName(fromPath)} was moved to ${folder || 'the vault'}.`)
  }

  async function addSample() {
    const problem = await change({ kind: 'create', path: SAMPLE_PATH, content: SAMPLE_NOTE })
    if (problem) toast.error(problem)
  }

  return {
    question,
    closeQuestion: () => setQuestion(undefined),
    askNew(kind: 'note' | 'folder', folder: string) {
      // Without an extension, because a user who types over the name would get a second one.
      const name = kind === 'note' ? 'Untitled' : 'New folder'
      setQuestion({ kind, suggestion: folder ? `${folder}/${name}` : name })
    },
    askMove: (path: string) => setQuestion({ kind: 'move', path, suggestion: path }),
    answer(path: string): Promise<string | undefined> {
      if (question?.kind === 'move') return change({ kind: 'move', fromPath: question.path, toPath: path })
      return change(
        question?.kind === 'folder' ? { kind: 'folder', path } : { kind: 'create', path, content: '' },
      )
    },
    remove,
    moveInto,
    addSample,
  }
}
