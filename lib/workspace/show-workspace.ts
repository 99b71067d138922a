/** Rows as pages see them. Floor 3. */

import type { Database, Tx } from '../db/client.ts'
import { type DocumentHead, listDocumentHeads } from '../db/open-documents.ts'
import { findWorkspace } from '../db/workspaces.ts'
import { MODES, type Mode, type OpenDocumentView, type Owner, type WorkspaceView } from './workspace-view.ts'

/** The workspace as it is stored; empty for a member who has never opened anything. */
export async function showWorkspace(db: Database | Tx, owner: Owner): Promise<WorkspaceView> {
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

export function modeOf(stored: string): Mode {
  return MODES.find((mode) => mode === stored) ?? 'source'
}

function showDocument(head: DocumentHead): OpenDocumentView {
  const { id, path, version, savedVersion, rivalEtag, trouble, selectedBy } = head
  return {
    id,
    path,
    version,
    savedVersion,
    ...(rivalEtag !== null && { rival: rivalEtag === '' ? 'gone' : 'changed' }),
    ...(trouble && { trouble }),
    selection: { anchor: head.anchor, head: head.head, ...(selectedBy && { by: selectedBy }) },
  }
}
