/** What a page knows of its person's workspace: everything but the texts. Floor 3, types. */
import type { Selection } from '../contract/editing/apply-changes.ts'

/** Whose workspace: it is one per person and organisation. */
export type Owner = { userId: string; organisationId: string }

export type Leaf = { id: string; path: string }

export const MODES = ['source', 'split', 'preview'] as const
/** "split" shows the source and, beside it, what it looks like. */
export type Mode = (typeof MODES)[number]

export type OpenDocumentView = {
  id: string
  path: string
  version: number
  /** The version that the vault has. */
  savedVersion: number
  /** Set when somebody else changed the file in the vault before this was saved: what the vault has now, or that it has nothing. */
  rival?: 'changed' | 'gone'
  /** Why it could not be saved, in words. */
  trouble?: string
  /** In the text of `version`; `by` is the page that put it there, absent for a tool. */
  selection: Selection & { by?: string }
}

export type WorkspaceView = {
  organisationId: string
  leaves: Leaf[]
  activeLeafId?: string
  mode: Mode
  /** Of the open files that can be edited. A leaf without one shows a file that can only be looked at. */
  documents: OpenDocumentView[]
}

/** An open text as a page begins with it. */
export type OpenText = { id: string; path: string; version: number; text: string }
