import { type Context, requirePerson, requireViewer } from '../../context/context.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Selection } from '../model/apply-changes.ts'
import { type DocumentHead, listDocumentHeads } from '../rows/open-documents.ts'
import { findWorkspace } from '../rows/workspaces.ts'

export type WorkspaceOwner = { userId: string; organisationId: string }

export type Leaf = { id: string; path: string }

export const MODES = ['source', 'split', 'preview'] as const
/** How the editor shows a text; “split” is source and preview side by side. */
export type EditorMode = (typeof MODES)[number]

export type OpenDocumentView = {
  id: string
  path: string
  version: number
  /** The version in the vault. */
  savedVersion: number
  conflict?: 'changed' | 'gone'
  /** Why it could not be saved, as a sentence. */
  problem?: string
  /** Offsets in `version`; `by` is the page, absent for a tool. */
  selection: Selection & { by?: string }
}

export type WorkspaceView = {
  organisationId: string
  leaves: Leaf[]
  activeLeafId?: string
  mode: EditorMode
  /** The open texts. Tabs without one are read-only. */
  documents: OpenDocumentView[]
  /** Who else looks at the file in front; sent to connected pages only. */
  elsewhere?: OpenElsewhere
}

/** Only visible pages count: hidden ones are not connected. */
export type OpenElsewhere = {
  path: string
  /** Other members of the organisation with the file in front, by name. */
  people: string[]
  /** Other windows of the same person, which all show the same tabs. */
  ownWindows: number
}

export type OpenText = { id: string; path: string; version: number; text: string }

/** Returns an empty workspace for a new member. */
export async function readWorkspace(db: Database | Tx, owner: WorkspaceOwner): Promise<WorkspaceView> {
  const workspace = await findWorkspace(db, owner)
  const { organisationId } = owner
  if (!workspace) return { organisationId, leaves: [], mode: 'source', documents: [] }
  const { id, leaves, activeLeafId, mode } = workspace
  const documents = await listDocumentHeads(db, id)
  return {
    organisationId,
    leaves: leaves.map(({ id, path }) => ({ id, path })),
    ...(activeLeafId && { activeLeafId }),
    mode: modeOf(mode),
    documents: documents.map(showDocument),
  }
}

export function modeOf(stored: string): EditorMode {
  return MODES.find((mode) => mode === stored) ?? 'source'
}

function showDocument(head: DocumentHead): OpenDocumentView {
  const { id, path, version, savedVersion, conflictEtag, problem, selectedBy } = head
  return {
    id,
    path,
    version,
    savedVersion,
    ...(conflictEtag !== null && { conflict: conflictEtag === '' ? 'gone' : 'changed' }),
    ...(problem && { problem }),
    selection: { anchor: head.anchor, head: head.head, ...(selectedBy && { by: selectedBy }) },
  }
}

/**
 * Throws UNAUTHENTICATED for visitors, POLICY_DENIED for keys, PRECONDITION_FAILED if the page shows another
 * organisation than the viewer's, so that its text is not saved there.
 */
export function requireWorkspaceOwner(ctx: Context, organisationId?: unknown): WorkspaceOwner {
  const viewer = requireViewer(ctx)
  requirePerson(ctx)
  if (organisationId !== undefined && organisationId !== viewer.organisationId) {
    throw new AppError('PRECONDITION_FAILED', {
      message: `You are now in ${viewer.organisationName}, but this page shows another organisation’s vault.`,
      suggestedAction: 'Switch back, or reload the page.',
    })
  }
  return { userId: viewer.userId, organisationId: viewer.organisationId }
}
