/** Edits of an open text, from a page: accepted in the order they come, see `contract/editing/apply-changes.ts`. Floor 3. */
import { z } from 'zod'
import { applyChanges, within } from '../contract/editing/apply-changes.ts'
import type { Json } from '../contract/json/json.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { SentJson } from '../contract/json/sent-json.ts'
import type { Database } from '../db/client.ts'
import {
  insertUpdates,
  KEPT_UPDATES,
  listUpdatesSince,
  lockDocument,
  type StoredDocument,
  updateDocument,
} from '../db/open-documents.ts'
import { AppError } from '../errors.ts'
import { announceChange } from './announce.ts'
import { saveSoon } from './save-soon.ts'
import type { Owner } from './workspace-view.ts'

const offset = z.int().min(0)
/** A long text pasted, and what JSON makes of its signs. */
export const MAX_PUSH_BYTES = 12_000_000
const MAX_AT_ONCE = 1_000

const pushRequest = z.strictObject({
  documentId: z.uuid(),
  /** Of the text that the changes were made on. */
  version: z.int().min(0),
  /** The page's: it knows its own edits by it. */
  clientId: z.string().min(1).max(80),
  /** One after the other; none to ask for news. */
  changes: z.array(SentJson).max(MAX_AT_ONCE),
  /** Where the person's cursor is after them. */
  selection: z.strictObject({ anchor: offset, head: offset }).optional(),
})

export type PushRequest = z.infer<typeof pushRequest>

export type PushAnswer =
  | { outcome: 'accepted' }
  /** Nothing was taken; these came first. */
  | { outcome: 'behind'; updates: { clientId: string; changes: Json }[] }
  /** The page's version is nothing the server knows a way from. */
  | { outcome: 'start-over' }

/**
 * Takes edits, and where the cursor is. Throws INVALID_INPUT for edits that cannot be, NOT_FOUND when the text is
 * not open (any more).
 */
export async function pushUpdates(db: Database, owner: Owner, request: unknown): Promise<PushAnswer> {
  const pushed = parseWith(pushRequest, request)
  const answer = await db.$transaction(async (tx): Promise<PushAnswer> => {
    const document = await lockDocument(tx, owner, pushed.documentId)
    if (!document) throw new AppError('NOT_FOUND', { message: 'This text is not open any more.' })
    if (pushed.version !== document.version) return whatIsNew(tx, document, pushed.version)
    const edited = applyChanges(document, pushed.changes)
    const { selection, clientId } = pushed
    if (pushed.changes.length > 0) {
      const changes = pushed.changes as Json[]
      await insertUpdates(tx, { documentId: document.id, after: document.version, clientId, changes })
    }
    if (pushed.changes.length > 0 || selection) {
      await updateDocument(tx, document.id, {
        ...edited,
        ...(selection && { ...within(selection, edited.text), selectedBy: clientId }),
      })
      await announceChange(tx, owner)
    }
    return { outcome: 'accepted' }
  })
  if (answer.outcome === 'accepted' && pushed.changes.length > 0) saveSoon(db, owner, pushed.documentId)
  return answer
}

async function whatIsNew(
  tx: Parameters<typeof listUpdatesSince>[0],
  document: StoredDocument,
  version: number,
): Promise<PushAnswer> {
  const missing = document.version - version
  const updates =
    missing > 0 && missing <= KEPT_UPDATES ? await listUpdatesSince(tx, document.id, version) : []
  if (updates.length === missing) return { outcome: 'behind', updates }
  return { outcome: 'start-over' }
}
