/**
 * An open text's way into the vault. Floor 3.
 *
 * Whoever moves a text between its row and the vault holds the row all the while, so a text is never taken for its
 * own rival.
 */
import type { Effects } from '../contract/plan/tool-result.ts'
import type { Database } from '../db/client.ts'
import { hasWriter, type StoredDocument, TOOL_CLIENTS } from '../db/open-documents.ts'
import { AppError } from '../errors.ts'
import type { VaultCause } from '../vault/vault.ts'
import { type Done, holdDocument } from './hold-document.ts'
import { findVaultEtag, writeVaultText } from './vault-text.ts'
import type { Owner } from './workspace-view.ts'

type Wanted = {
  documentId: string
  cause?: VaultCause
  /** The text as it was at an earlier version: what came later is not this cause's, and is saved later. */
  upTo?: { version: number; text: string }
}

/**
 * Saves the text as it is now; gives back what that changed. Nothing when the vault has it already, or has something
 * else: then the person is asked, see `settle-rival.ts`. Throws what the vault refuses with, noted for the page.
 */
export function saveDocument(
  db: Database,
  owner: Owner,
  { documentId, cause, upTo }: Wanted,
): Promise<Effects> {
  return holdDocument(db, owner, documentId, async (document) => {
    if (document.rivalEtag !== null || !isChanged(document)) return { result: {} }
    if (upTo && document.savedVersion >= upTo.version) return { result: {} }
    return saveHeld(db, owner, { ...document, ...upTo }, cause)
  })
}

/**
 * The same for what a person typed. False, having saved nothing, while what a tool has written is among it: that waits
 * for the tool, which saves it in its own name.
 */
export function saveTyped(db: Database, owner: Owner, documentId: string): Promise<boolean> {
  return holdDocument(db, owner, documentId, async (document) => {
    if (document.rivalEtag !== null || !isChanged(document)) return { result: true }
    if (await hasWriter(db, { documentId, after: document.savedVersion, clientStart: TOOL_CLIENTS }))
      return { result: false }
    return { ...(await saveHeld(db, owner, document)), result: true }
  })
}

export function isChanged({
  version,
  savedVersion,
}: Pick<StoredDocument, 'version' | 'savedVersion'>): boolean {
  return version !== savedVersion
}

/** For whoever holds the row: what becomes of it once the vault has its text. */
export async function saveHeld(
  db: Database,
  owner: Owner,
  document: StoredDocument,
  cause?: VaultCause,
): Promise<Done<Effects>> {
  const { path, text, isCrlf, etag, version } = document
  try {
    const saved = await writeVaultText(db, owner, { path, text, isCrlf, expectedEtag: etag, cause })
    return { patch: { etag: saved.etag, savedVersion: version, trouble: null }, result: saved.effects }
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    const current = await findVaultEtag(db, owner, path)
    if (current !== etag) return { patch: { rivalEtag: current ?? '' }, result: {} }
    return { patch: { trouble: thrown.message }, result: {}, failure: thrown }
  }
}
