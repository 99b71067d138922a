/**
 * An open text kept in step with the vault. Floor 3.
 *
 * A text that nobody has changed follows what others write to its file, as an edit like any other, so cursors stay.
 * One that was changed keeps what it has, and says that there is a rival.
 */
import { applyChanges } from '../contract/editing/apply-changes.ts'
import { changeBetween } from '../contract/editing/change-between.ts'
import type { Json } from '../contract/json/json.ts'
import type { Database } from '../db/client.ts'
import type { DocumentPatch, StoredDocument } from '../db/open-documents.ts'
import { type Done, holdDocument } from './hold-document.ts'
import { isChanged } from './save-document.ts'
import { findVaultEtag, isSameText, readVaultText } from './vault-text.ts'
import type { Owner } from './workspace-view.ts'

/** Of edits that come from the vault. */
const VAULT_CLIENT = 'vault'

/** Compares the text with the vault's; follows, or notes a rival. */
export function tendDocument(db: Database, owner: Owner, documentId: string): Promise<void> {
  return holdDocument(db, owner, documentId, async (document) => {
    const current = await findVaultEtag(db, owner, document.path)
    const rivalEtag = current === document.etag ? null : (current ?? '')
    // Nothing new; perhaps the other side took its change back.
    if (rivalEtag === null || rivalEtag === document.rivalEtag)
      return { ...(rivalEtag !== document.rivalEtag && { patch: { rivalEtag } }), result: undefined }
    if (current === null) return { patch: { rivalEtag }, result: undefined }
    if (isChanged(document)) return { patch: await metBy(db, owner, document, current), result: undefined }
    return follow(db, owner, document)
  })
}

/** Two texts that are the same are no rivals: the vault has it, from a save that nobody heard the end of, or by chance. */
async function metBy(
  db: Database,
  owner: Owner,
  { text, isCrlf, version }: StoredDocument,
  etag: string,
): Promise<DocumentPatch> {
  if (!(await isSameText(db, owner, { text, isCrlf, etag }))) return { rivalEtag: etag }
  return { etag, savedVersion: version, rivalEtag: null, trouble: null }
}

/** Takes over what the vault has, as one more edit. */
export async function follow(db: Database, owner: Owner, document: StoredDocument): Promise<Done<undefined>> {
  const found = await readVaultText(db, owner, document.path)
  // It became something that no editor shows: what is open stays readable until it is closed.
  if (found.kind !== 'text') {
    return { patch: { rivalEtag: found.kind === 'gone' ? '' : found.etag }, result: undefined }
  }
  const saved = { etag: found.etag, isCrlf: found.isCrlf, rivalEtag: null, trouble: null }
  const change = changeBetween(document.text, found.text)
  if (change.empty) return { patch: { ...saved, savedVersion: document.version }, result: undefined }
  const changes = [change.toJSON() as Json]
  const edited = applyChanges(document, changes)
  return {
    patch: { ...saved, ...edited, savedVersion: edited.version },
    updates: { documentId: document.id, after: document.version, clientId: VAULT_CLIENT, changes },
    result: undefined,
  }
}
