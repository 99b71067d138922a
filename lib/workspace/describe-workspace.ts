/** The workspace in the words of tools. Floor 3. */

import { extensionOf, nameOf } from '../contract/vault/vault-path.ts'
import type { Database } from '../db/client.ts'
import { showWorkspace } from './show-workspace.ts'
import type { Owner } from './workspace-view.ts'

const MARKDOWN = ['md', 'markdown', 'mdx']

type LeafWords = {
  id: string
  path: string
  title: string
  viewType: 'markdown' | 'text' | 'file'
  isMarkdown: boolean
}

/** `selectedChars` is of the tab in front, when that is a text. */
export async function describeWorkspace(
  db: Database,
  owner: Owner,
): Promise<{ leaves: LeafWords[]; active?: LeafWords; selectedChars?: number }> {
  const workspace = await showWorkspace(db, owner)
  const textOf = (path: string) => workspace.documents.find((document) => document.path === path)
  const leaves = workspace.leaves.map(({ id, path }): LeafWords => {
    const isMarkdown = MARKDOWN.includes(extensionOf(path))
    const viewType = !textOf(path) ? 'file' : isMarkdown ? 'markdown' : 'text'
    return { id, path, title: nameOf(path), viewType, isMarkdown }
  })
  const active = leaves.find(({ id }) => id === workspace.activeLeafId)
  const selection = active && textOf(active.path)?.selection
  return {
    leaves,
    ...(active && { active }),
    ...(selection && { selectedChars: Math.abs(selection.anchor - selection.head) }),
  }
}
