'use client'

/** Making, moving and deleting files, and what is asked before. */
import { useState } from 'react'
import { toast } from 'sonner'
import { isWithin, nameOf } from '#lib/contract/vault/vault-path.ts'
import type { WorkspaceView } from '#lib/workspace/workspace-view.ts'
import type { NameQuestion } from './name-dialog.tsx'
import { SAMPLE_NOTE, SAMPLE_PATH } from './sample-note.ts'
import { placeInFolder } from './tree-rows.ts'
import type { FileOperation, VaultActions, WorkspaceOperation } from './vault-actions.ts'

type Wanted = {
  organisation: string
  actions: Pick<VaultActions, 'changeFiles'>
  workspace: WorkspaceView
  arrange: (operation: WorkspaceOperation) => Promise<boolean>
  onDone: (operation: FileOperation, path: string) => void
}

export function useFiles({ organisation, actions, workspace, arrange, onDone }: Wanted) {
  const [question, setQuestion] = useState<NameQuestion>()

  /** Returns a sentence when it did not work. */
  async function change(operation: FileOperation): Promise<string | undefined> {
    const result = await actions.changeFiles(organisation, operation).catch(() => undefined)
    if (!result?.ok) return result?.error.message ?? 'The server cannot be reached just now.'
    onDone(operation, result.data.path)
    return undefined
  }

  async function remove(path: string) {
    // What is typed there is saved first, so that it comes back with the file.
    for (const leaf of workspace.leaves) {
      if (isWithin(leaf.path, path) && !(await arrange({ do: 'close', leafId: leaf.id }))) return
    }
    const sentence = await change({ do: 'delete', path })
    if (sentence) toast.error(sentence)
    else toast.success(`${path} is in the trash.`)
  }

  /** Puts it into a folder, under its own name. */
  async function moveInto(fromPath: string, folder: string) {
    const toPath = placeInFolder(fromPath, folder)
    if (toPath === undefined) return
    const sentence = await change({ do: 'move', fromPath, toPath })
    if (sentence) toast.error(sentence)
    else toast.success(`${nameOf(fromPath)} is in ${folder || 'the vault'} now.`)
  }

  async function addSample() {
    const sentence = await change({ do: 'create', path: SAMPLE_PATH, content: SAMPLE_NOTE })
    if (sentence) toast.error(sentence)
  }

  return {
    question,
    closeQuestion: () => setQuestion(undefined),
    askNew(ask: 'note' | 'folder', folder: string) {
      // Without its ending: whoever types one over it would have two.
      const name = ask === 'note' ? 'Untitled' : 'New folder'
      setQuestion({ ask, suggestion: folder ? `${folder}/${name}` : name })
    },
    askMove: (path: string) => setQuestion({ ask: 'move', path, suggestion: path }),
    answer(path: string): Promise<string | undefined> {
      if (question?.ask === 'move') return change({ do: 'move', fromPath: question.path, toPath: path })
      return change(question?.ask === 'folder' ? { do: 'folder', path } : { do: 'create', path, content: '' })
    },
    remove,
    moveInto,
    addSample,
  }
}
