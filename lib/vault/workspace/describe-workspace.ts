import type { Database } from '../../kernel/db/prisma-client.ts'
import { extensionOf, vaultFileName } from '../model/vault-path.ts'
import { findActiveFile, type ToolCall } from './read-active.ts'
import { readVaultText } from './vault-text.ts'
import type { WorkspaceOwner } from './workspace-view.ts'

const MARKDOWN = ['md', 'markdown', 'mdx']

type LeafDescription = {
  id: string
  path: string
  title: string
  viewType: 'markdown' | 'text' | 'file'
  isMarkdown: boolean
}

type Described = {
  /** If it is not, nothing is open. */
  isPageOpen: boolean
  leaves: LeafDescription[]
  active?: Omit<LeafDescription, 'id'>
  selectedChars?: number
}

export async function describeWorkspace(
  db: Database,
  owner: WorkspaceOwner,
  call: ToolCall,
): Promise<Described> {
  const { workspace, path, document, isDryRunOnly, isPageOpen } = await findActiveFile(db, owner, call)
  if (!isPageOpen) return { isPageOpen, leaves: [] }
  const isText = (of: string) => workspace.documents.some((each) => each.path === of)
  const leaves = workspace.leaves.map((leaf) => ({
    id: leaf.id,
    ...describeLeaf(leaf.path, isText(leaf.path)),
  }))
  if (path === undefined) return { isPageOpen, leaves }
  const wouldBeText = isDryRunOnly && (await readVaultText(db, owner, path)).kind === 'text'
  const { anchor, head } = document?.selection ?? { anchor: 0, head: 0 }
  return {
    isPageOpen,
    leaves,
    active: describeLeaf(path, isText(path) || wouldBeText),
    ...((document || wouldBeText) && { selectedChars: Math.abs(anchor - head) }),
  }
}

function describeLeaf(path: string, isText: boolean): Omit<LeafDescription, 'id'> {
  const isMarkdown = MARKDOWN.includes(extensionOf(path))
  const viewType = !isText ? 'file' : isMarkdown ? 'markdown' : 'text'
  return { path, title: vaultFileName(path), viewType, isMarkdown }
}
