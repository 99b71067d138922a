/**
 * Texts that are open for writing. Floor 1.
 *
 * Invariant: `version` only rises, by one for each row in DocumentUpdate, and both are written together by whoever
 * holds the row's lock.
 */
import type { Json } from '../contract/json/json.ts'
import type { Database, Tx } from './client.ts'
import type { OpenDocument } from './generated/client.ts'
import { jsonColumn } from './json-column.ts'

export type StoredDocument = OpenDocument
type Owner = { organisationId: string; userId: string }

/** How the names of those begin that write for a run. */
export const TOOL_CLIENTS = 'tool:'

/** Who writes for a run, as the rows of edits name it. */
export function toolClient(runId: string | undefined): string {
  return `${TOOL_CLIENTS}${runId}`
}

/** How many edits are kept for pages that were away. */
export const KEPT_UPDATES = 5_000
const SWEEP_EVERY = 200

const heads = {
  id: true,
  path: true,
  version: true,
  savedVersion: true,
  etag: true,
  rivalEtag: true,
  trouble: true,
  anchor: true,
  head: true,
  selectedBy: true,
} as const

export type DocumentHead = Pick<StoredDocument, keyof typeof heads>

/** Without their texts. */
export function listDocumentHeads(db: Database | Tx, workspaceId: string): Promise<DocumentHead[]> {
  return db.openDocument.findMany({ where: { workspaceId }, select: heads, orderBy: { id: 'asc' } })
}

/** Null when it is not open, or not this owner's. */
export function findDocument(db: Database | Tx, owner: Owner, id: string): Promise<StoredDocument | null> {
  const { organisationId, userId } = owner
  return db.openDocument.findFirst({ where: { id, workspace: { organisationId, userId } } })
}

/** The same, and nobody else's to change until the transaction ends. */
export async function lockDocument(tx: Tx, owner: Owner, id: string): Promise<StoredDocument | null> {
  await tx.$queryRaw`SELECT 1 FROM "OpenDocument" WHERE "id" = ${id} FOR UPDATE`
  return findDocument(tx, owner, id)
}

type NewDocument = Pick<StoredDocument, 'workspaceId' | 'path' | 'text' | 'isCrlf' | 'etag'>

/** Opens a text. Does nothing when it is open. */
export async function insertDocument(tx: Tx, document: NewDocument): Promise<void> {
  await tx.openDocument.createMany({ data: [document], skipDuplicates: true })
}

export type DocumentPatch = Partial<Omit<StoredDocument, 'id' | 'workspaceId'>>

export async function updateDocument(tx: Tx | Database, id: string, patch: DocumentPatch): Promise<void> {
  await tx.openDocument.updateMany({ where: { id }, data: patch })
}

/** `output` goes with the last of them. */
export type NewUpdates = {
  documentId: string
  after: number
  clientId: string
  changes: Json[]
  output?: Json
}

/** Adds edits after the version `after`, and forgets very old ones now and then. */
export async function insertUpdates(
  tx: Tx,
  { documentId, after, clientId, changes, output }: NewUpdates,
): Promise<void> {
  await tx.documentUpdate.createMany({
    data: changes.map((change, at) => ({
      documentId,
      version: after + at + 1,
      clientId,
      changes: jsonColumn(change),
      ...(output !== undefined && at === changes.length - 1 && { output: jsonColumn(output) }),
    })),
  })
  const version = after + changes.length
  if (Math.floor(after / SWEEP_EVERY) === Math.floor(version / SWEEP_EVERY)) return
  await tx.documentUpdate.deleteMany({ where: { documentId, version: { lte: version - KEPT_UPDATES } } })
}

export type StoredUpdate = { version: number; clientId: string; changes: Json }

/** The edits after `version`, oldest first. */
export async function listUpdatesSince(
  db: Database | Tx,
  documentId: string,
  version: number,
): Promise<StoredUpdate[]> {
  const rows = await db.documentUpdate.findMany({
    where: { documentId, version: { gt: version } },
    orderBy: { version: 'asc' },
    select: { version: true, clientId: true, changes: true },
  })
  return rows.map((row) => ({ ...row, changes: row.changes as Json }))
}

/** Whether a client whose name begins so has edited the text after a version. */
export async function hasWriter(
  db: Database | Tx,
  { documentId, after, clientStart }: { documentId: string; after: number; clientStart: string },
): Promise<boolean> {
  const where = { documentId, version: { gt: after }, clientId: { startsWith: clientStart } }
  return (await db.documentUpdate.findFirst({ where, select: { version: true } })) !== null
}

/** What this client gave back with an edit of this owner's texts; undefined when it has made none. */
export async function findOutput(
  db: Database | Tx,
  { organisationId, userId }: Owner,
  clientId: string,
): Promise<{ documentId: string; output: Json } | undefined> {
  const row = await db.documentUpdate.findFirst({
    where: { clientId, document: { workspace: { organisationId, userId } } },
    select: { documentId: true, output: true },
  })
  return row ? { documentId: row.documentId, output: row.output as Json } : undefined
}

/** Its file has another name now; that it was missed under the old one is settled. */
export async function moveDocument(
  tx: Tx,
  workspaceId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const where = { workspaceId, path: from }
  await tx.openDocument.updateMany({ where: { ...where, rivalEtag: '' }, data: { rivalEtag: null } })
  await tx.openDocument.updateMany({ where, data: { path: to } })
}

export async function deleteDocument(tx: Tx | Database, workspaceId: string, path: string): Promise<void> {
  await tx.openDocument.deleteMany({ where: { workspaceId, path } })
}
