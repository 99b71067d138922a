/** `applyFileChanges` is the only writer of files and journal, so that they agree. */

import { jsonColumn } from '../../kernel/db/json-column.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import { folderOf, vaultKey } from '../model/vault-path.ts'
import type { VaultFileRow, VaultTotals } from './vault-files.ts'

type FileState = {
  path: string
  etag: string | null
  sizeBytes: number
  createdAt: Date
  modifiedAt: Date
}

/** Created if `before` is null; deleted if `after` is null. */
export type FileChange = {
  fileId: string
  isFolder: boolean
  before: FileState | null
  after: FileState | null
}

export type OperationKind =
  | 'create'
  | 'write'
  | 'patch'
  | 'folder'
  | 'rename'
  | 'delete'
  | 'undo'
  | 'restore'
  | 'import'

type NewOperation = {
  id: string
  organisationId: string
  kind: OperationKind
  userId: string
  runId?: string
  ordinal: number
  planRunId?: string
  stepId?: string
  note?: string
  output: Json
  isTrash: boolean
  createdAt: Date
}

/** Returns the operation of a run's write with its output; null if the run has not written. */
export async function findOutputOf(
  tx: Pick<Tx, 'vaultOperation'>,
  { runId, ordinal }: { runId: string; ordinal: number },
): Promise<{ organisationId: string; output: Json } | null> {
  const found = await tx.vaultOperation.findUnique({
    where: { runId_ordinal: { runId, ordinal } },
    select: { organisationId: true, output: true },
  })
  return found && { organisationId: found.organisationId, output: found.output as Json }
}

/** `totals` comes from `lockVault` in the same transaction. The caller has checked for conflicts. */
export async function applyFileChanges(
  tx: Tx,
  {
    operation,
    changes,
    totals,
  }: { operation: NewOperation; changes: readonly FileChange[]; totals: VaultTotals },
): Promise<VaultTotals> {
  const { organisationId } = operation
  const gone = changes.filter(({ before }) => before !== null).map(({ fileId }) => fileId)
  if (gone.length > 0) {
    await tx.$executeRaw`
      delete from "VaultFile" where "organisationId" = ${organisationId} and "id" = any(${gone})`
  }
  const made = changes.flatMap(rowOf)
  if (made.length > 0) {
    await tx.$executeRaw`
      insert into "VaultFile"
        ("organisationId", "id", "path", "key", "parentKey", "isFolder", "etag", "sizeBytes", "modifiedAt", "createdAt")
      select ${organisationId}, "id", "path", "key", "parentKey", "isFolder", "etag", "sizeBytes", "modifiedAt", "createdAt"
      from json_to_recordset(${JSON.stringify(made)}::json) as made (
        "id" text, "path" text, "key" text, "parentKey" text, "isFolder" boolean, "etag" text, "sizeBytes" bigint,
        "modifiedAt" timestamp(3), "createdAt" timestamp(3))`
  }
  await tx.vaultOperation.create({
    data: { ...operation, output: jsonColumn(operation.output) },
    select: { id: true },
  })
  const lines = changes.map((change, index) => lineOf(change, Number(totals.revision) + index + 1))
  await tx.$executeRaw`
    insert into "VaultChange"
      ("organisationId", "operationId", "seq", "fileId", "isFolder", "fileCreatedAt", "pathBefore", "pathAfter",
       "etagBefore", "etagAfter", "sizeBefore", "sizeAfter")
    select ${organisationId}, ${operation.id}, "seq", "fileId", "isFolder", "fileCreatedAt", "pathBefore", "pathAfter",
       "etagBefore", "etagAfter", "sizeBefore", "sizeAfter"
    from json_to_recordset(${JSON.stringify(lines)}::json) as line (
      "seq" bigint, "fileId" text, "isFolder" boolean, "fileCreatedAt" timestamp(3), "pathBefore" text,
      "pathAfter" text, "etagBefore" text, "etagAfter" text, "sizeBefore" bigint, "sizeAfter" bigint)`
  const after = totalsAfter(totals, changes)
  await tx.$executeRaw`
    update "Vault" set "revision" = ${after.revision}, "fileCount" = ${after.fileCount},
      "usedBytes" = ${after.usedBytes}, "historyBytes" = ${after.historyBytes}
    where "organisationId" = ${organisationId}`
  return after
}

export function totalsAfter(totals: VaultTotals, changes: readonly FileChange[]): VaultTotals {
  const { fileCount, usedBytes, historyBytes, revision } = totals
  const sum = (of: (change: FileChange) => number) => changes.reduce((total, each) => total + of(each), 0)
  const count = (state: FileState | null) => (state ? 1 : 0)
  return {
    fileCount: fileCount + sum(({ before, after }) => count(after) - count(before)),
    usedBytes: usedBytes + sum(({ before, after }) => (after?.sizeBytes ?? 0) - (before?.sizeBytes ?? 0)),
    historyBytes: historyBytes + sum(historyBytesOf),
    revision: revision + BigInt(changes.length),
  }
}

function historyBytesOf({ before, after }: FileChange): number {
  return before && before.etag !== after?.etag ? before.sizeBytes : 0
}

function rowOf({ fileId, isFolder, after }: FileChange): VaultFileRow[] {
  if (!after) return []
  const { path, etag, sizeBytes, createdAt, modifiedAt } = after
  const key = vaultKey(path)
  const parentKey = vaultKey(folderOf(path))
  return [{ id: fileId, path, key, parentKey, isFolder, etag, sizeBytes, modifiedAt, createdAt }]
}

function lineOf({ fileId, isFolder, before, after }: FileChange, seq: number) {
  return {
    seq,
    fileId,
    isFolder,
    fileCreatedAt: (after ?? before)?.createdAt,
    pathBefore: before?.path ?? null,
    pathAfter: after?.path ?? null,
    etagBefore: before?.etag ?? null,
    etagAfter: after?.etag ?? null,
    sizeBefore: before?.sizeBytes ?? 0,
    sizeAfter: after?.sizeBytes ?? 0,
  }
}
