import { z } from 'zod'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { oncePerProcess } from '../../kernel/process/once-per-process.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { JsonValueField } from '../../kernel/validation/text-fields.ts'
import { applyTextChanges, clampSelection } from '../model/apply-changes.ts'
import {
  insertUpdates,
  listUpdatesSince,
  lockDocument,
  MAX_STORED_UPDATES,
  type StoredDocument,
  updateDocument,
} from '../rows/open-documents.ts'
import { saveDocument, saveTyped } from './save-document.ts'
import { notifyWorkspaceChange } from './workspace-notifications.ts'
import type { WorkspaceOwner } from './workspace-view.ts'

const offset = z.int().min(0)
/** The most bytes of one push, counted after JSON escaping. */
export const MAX_PUSH_BYTES = 12_000_000
const MAX_AT_ONCE = 1_000

const pushRequest = z.strictObject({
  documentId: z.uuid(),
  /** The version that the changes apply to. */
  version: z.int().min(0),
  clientId: z.string().min(1).max(80),
  changes: z.array(JsonValueField).max(MAX_AT_ONCE),
  selection: z.strictObject({ anchor: offset, head: offset }).optional(),
})

export type PushRequest = z.infer<typeof pushRequest>

export type PushAnswer =
  | { outcome: 'accepted' }
  /** Changes by others, on which the page must rebase its own. */
  | { outcome: 'behind'; updates: { clientId: string; changes: Json }[] }
  /** The server does not have the page's version, so the page must load the text again. */
  | { outcome: 'start-over' }

/**
 * Applies a page's changes to an open text, and stores its cursor. Throws INVALID_INPUT for invalid edits, NOT_FOUND if
 * the text is not open.
 */
export async function pushUpdates(
  db: Database,
  owner: WorkspaceOwner,
  request: unknown,
): Promise<PushAnswer> {
  const pushed = parseFields(pushRequest, request)
  const answer = await db.$transaction(async (tx): Promise<PushAnswer> => {
    const document = await lockDocument(tx, owner, pushed.documentId)
    if (!document) throw new AppError('NOT_FOUND', { message: 'This file is no longer open.' })
    if (pushed.version !== document.version) return missingUpdatesFor(tx, document, pushed.version)
    const edited = applyTextChanges(document, pushed.changes)
    const { selection, clientId } = pushed
    if (pushed.changes.length > 0) {
      const changes = pushed.changes as Json[]
      await insertUpdates(tx, { documentId: document.id, after: document.version, clientId, changes })
    }
    if (pushed.changes.length > 0 || selection) {
      await updateDocument(tx, document.id, {
        ...edited,
        ...(selection && { ...clampSelection(selection, edited.text), selectedBy: clientId }),
      })
      await notifyWorkspaceChange(tx, owner)
    }
    return { outcome: 'accepted' }
  })
  if (answer.outcome === 'accepted' && pushed.changes.length > 0) scheduleSave(db, owner, pushed.documentId)
  return answer
}

async function missingUpdatesFor(
  tx: Parameters<typeof listUpdatesSince>[0],
  document: StoredDocument,
  version: number,
): Promise<PushAnswer> {
  const missing = document.version - version
  const updates =
    missing > 0 && missing <= MAX_STORED_UPDATES ? await listUpdatesSince(tx, document.id, version) : []
  if (updates.length === missing) return { outcome: 'behind', updates }
  return { outcome: 'start-over' }
}

const QUIET_MS = 1_200

/** The longest time without a save, even during continuous typing. */
const LONGEST_MS = 15_000

type Waiting = { timer: NodeJS.Timeout; since: number }

/** By document. Exported for tests, which decide themselves when to save. */
export const scheduledSaves = oncePerProcess('scheduled saves', () => new Map<string, Waiting>())

/** Saves after typing stops. If this process ends first, `getWorkspace` saves the row's text. */
function scheduleSave(db: Database, owner: WorkspaceOwner, documentId: string): void {
  const before = scheduledSaves.get(documentId)
  clearTimeout(before?.timer)
  const since = before?.since ?? Date.now()
  const timer = setTimeout(
    () => {
      // The row stores the error.
      void saveNow(db, owner, documentId, since).catch(() => {})
    },
    Math.min(QUIET_MS, since + LONGEST_MS - Date.now()),
  )
  timer.unref()
  scheduledSaves.set(documentId, { timer, since })
}

/** Waits for a tool that saves its own edit. */
async function saveNow(
  db: Database,
  owner: WorkspaceOwner,
  documentId: string,
  since: number,
): Promise<void> {
  const mine = scheduledSaves.get(documentId)
  let isOver = true
  try {
    if (Date.now() >= since + LONGEST_MS) await saveDocument(db, owner, { documentId })
    else isOver = await saveTyped(db, owner, documentId)
  } finally {
    if (scheduledSaves.get(documentId) === mine) {
      if (isOver) scheduledSaves.delete(documentId)
      else scheduleSave(db, owner, documentId)
    }
  }
}
