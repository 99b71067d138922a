/** `version` rises by one for each row in DocumentUpdate, under the row's lock. */

import type { OpenDocument } from '../../kernel/db/generated/client.ts'
import { jsonColumn } from '../../kernel/db/json-column.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'

export type StoredDocument = OpenDocument
type Owner = { organisationId: string; userId: string }

export const TOOL_CLIENTS = 'tool:'

export function toolClient(runId: string | undefined): string {
  return `${TOOL_CLIENTS}${runId}`
}

/** Pages that reconnect need stored updates. */
export const MAX_STORED_UPDATES = 5_000
const SWEEP_INTERVAL_UPDATES = 200

const heads = {
  id: true,
  path: true,
  version: true,
  savedVersion: true,
  etag: true,
  conflictEtag: true,
  problem: true,
  anchor: true,
  head: true,
  selectedBy: true,
} as const

export type DocumentHead = Pick<StoredDocument, keyof typeof heads>

export function listDocumentHeads(db: Database | Tx, workspaceId: string): Promise<DocumentHead[]> {
  return db.openDocument.findMany({ where: { workspaceId }, select: heads, orderBy: { id: 'asc' } })
}

export function findDocument(db: Database | Tx, owner: Owner, id: string): Promise<StoredDocument | null> {
  const { organisationId, userId } = owner
  return db.openDocument.findFirst({ where: { id, workspace: { organisationId, userId } } })
}

export async function lockDocument(tx: Tx, owner: Owner, id: string): Promise<StoredDocument | null> {
  await tx.$queryRaw`SELECT 1 FROM "OpenDocument" WHERE "id" = ${id} FOR UPDATE`
  return findDocument(tx, owner, id)
}

type NewDocument = Pick<StoredDocument, 'workspaceId' | 'path' | 'text' | 'isCrlf' | 'etag'>

export async function insertDocument(tx: Tx, document: NewDocument): Promise<void> {
  await tx.openDocument.createMany({ data: [document], skipDuplicates: true })
}

export type DocumentPatch = Partial<Omit<StoredDocument, 'id' | 'workspaceId'>>

export async function updateDocument(tx: Tx | Database, id: string, patch: DocumentPatch): Promise<void> {
  await tx.openDocument.updateMany({ where: { id }, data: patch })
}

export type NewUpdates = {
  documentId: string
  after: number
  clientId: string
  changes: Json[]
  output?: Json
}

/** Now and then deletes updates that are too old for any page to need. */
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
  if (Math.floor(after / SWEEP_INTERVAL_UPDATES) === Math.floor(version / SWEEP_INTERVAL_UPDATES)) return
  await tx.documentUpdate.deleteMany({
    where: { documentId, version: { lte: version - MAX_STORED_UPDATES } },
  })
}

type StoredUpdate = { version: number; clientId: string; changes: Json }

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

export async function hasEditsBy(
  db: Database | Tx,
  { documentId, after, clientPrefix }: { documentId: string; after: number; clientPrefix: string },
): Promise<boolean> {
  const where = { documentId, version: { gt: after }, clientId: { startsWith: clientPrefix } }
  return (await db.documentUpdate.findFirst({ where, select: { version: true } })) !== null
}

export async function findStoredEditOutput(
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

export async function moveDocument(
  tx: Tx,
  workspaceId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const where = { workspaceId, path: from }
  await tx.openDocument.updateMany({ where: { ...where, conflictEtag: '' }, data: { conflictEtag: null } })
  await tx.openDocument.updateMany({ where, data: { path: to } })
}

export async function deleteDocument(tx: Tx | Database, workspaceId: string, path: string): Promise<void> {
  await tx.openDocument.deleteMany({ where: { workspaceId, path } })
}
