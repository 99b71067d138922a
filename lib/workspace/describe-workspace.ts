/** The workspace in the words of tools. Floor 3. */

import { extensionOf, nameOf } from '../contract/vault/vault-path.ts'
import type { Database } from '../db/client.ts'
import { findFront, type ToolCall } from './read-active.ts'
import { readVaultText } from './vault-text.ts'
import type { Owner } from './workspace-view.ts'

const MARKDOWN = ['md', 'markdown', 'mdx']

type LeafWords = {
  id: string
  path: string
  title: string
  viewType: 'markdown' | 'text' | 'file'
  isMarkdown: boolean
}

type Described = {
  leaves: LeafWords[]
  /** In a dry run it may be a file that no tab shows. */
  active?: Omit<LeafWords, 'id'>
  /** Of the tab in front, when that is a text. */
  selectedChars?: number
}

export async function describeWorkspace(db: Database, owner: Owner, call: ToolCall): Promise<Described> {
  const { workspace, path, document, isRehearsed } = await findFront(db, owner, call)
  const isText = (of: string) => workspace.documents.some((each) => each.path === of)
  const leaves = workspace.leaves.map((leaf) => ({ id: leaf.id, ...wordsOf(leaf.path, isText(leaf.path)) }))
  if (path === undefined) return { leaves }
  const wouldBeText = isRehearsed && (await readVaultText(db, owner, path)).kind === 'text'
  const { anchor, head } = document?.selection ?? { anchor: 0, head: 0 }
  return {
    leaves,
    active: wordsOf(path, isText(path) || wouldBeText),
    ...((document || wouldBeText) && { selectedChars: Math.abs(anchor - head) }),
  }
}

function wordsOf(path: string, isText: boolean): Omit<LeafWords, 'id'> {
  const isMarkdown = MARKDOWN.includes(extensionOf(path))
  const viewType = !isText ? 'file' : isMarkdown ? 'markdown' : 'text'
  return { path, title: nameOf(path), viewType, isMarkdown }
}
