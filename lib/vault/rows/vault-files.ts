/** Only `applyFileChanges` writes these rows, under the vault's lock. */
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'

export type VaultFileRow = {
  id: string
  path: string
  key: string
  parentKey: string
  isFolder: boolean
  etag: string | null
  sizeBytes: number
  modifiedAt: Date
  createdAt: Date
}

export type VaultTotals = { fileCount: number; usedBytes: number; historyBytes: number; revision: bigint }

const NOTHING: VaultTotals = { fileCount: 0, usedBytes: 0, historyBytes: 0, revision: 0n }

/** Locks the vault of an organisation, which is created if it is the first time. */
export async function lockVault(tx: Tx, organisationId: string): Promise<VaultTotals> {
  const selectForUpdate = () => tx.$queryRaw<RawTotals[]>`
    select "fileCount", "usedBytes", "historyBytes", "revision" from "Vault"
    where "organisationId" = ${organisationId} for update`
  const [found] = await selectForUpdate()
  if (found) return toTotals(found)
  await tx.$executeRaw`
    insert into "Vault" ("organisationId") values (${organisationId}) on conflict do nothing`
  const [made] = await selectForUpdate()
  return made ? toTotals(made) : NOTHING
}

export async function findVaultTotals(db: Database, organisationId: string): Promise<VaultTotals> {
  const found = await db.vault.findUnique({ where: { organisationId } })
  return found ? toTotals(found) : NOTHING
}

type RawTotals = { fileCount: number; usedBytes: bigint; historyBytes: bigint; revision: bigint }

function toTotals({ fileCount, usedBytes, historyBytes, revision }: RawTotals): VaultTotals {
  return { fileCount, usedBytes: Number(usedBytes), historyBytes: Number(historyBytes), revision }
}

export async function findVaultFile(
  db: Database | Tx,
  organisationId: string,
  key: string,
): Promise<VaultFileRow | null> {
  const [row] = await findVaultFiles(db, organisationId, [key])
  return row ?? null
}

export async function findVaultFiles(
  db: Database | Tx,
  organisationId: string,
  keys: readonly string[],
): Promise<VaultFileRow[]> {
  const rows = await db.$queryRaw<RawRow[]>`
    select ${COLUMNS} from "VaultFile" where "organisationId" = ${organisationId} and "key" = any(${[...keys]})`
  return rows.map(toRow)
}

export async function findVaultFilesById(
  db: Database | Tx,
  organisationId: string,
  ids: readonly string[],
): Promise<VaultFileRow[]> {
  const rows = await db.$queryRaw<RawRow[]>`
    select ${COLUMNS} from "VaultFile" where "organisationId" = ${organisationId} and "id" = any(${[...ids]})`
  return rows.map(toRow)
}

export async function listBelow(
  db: Database | Tx,
  organisationId: string,
  folderKey: string,
): Promise<VaultFileRow[]> {
  const rows = await db.$queryRaw<RawRow[]>`
    select ${COLUMNS} from "VaultFile" where "organisationId" = ${organisationId} and ${isBelow(folderKey)}
    order by "key"`
  return rows.map(toRow)
}

type FilesWanted = {
  organisationId: string
  folderKey: string
  isRecursive: boolean
  extensions?: readonly string[]
  take: number
  skip: number
}

export async function listVaultFiles(db: Database, wanted: FilesWanted): Promise<VaultFileRow[]> {
  const { organisationId, folderKey, isRecursive, extensions, take, skip } = wanted
  const within = isRecursive ? isBelow(folderKey) : sql`"parentKey" = ${folderKey}`
  // A name whose only dot is its first character has no extension.
  const ending = sql`lower(substring("path" from '[^/]\.([^./]*)$')) = any(${[...(extensions ?? [])]})`
  const rows = await db.$queryRaw<RawRow[]>`
    select ${COLUMNS} from "VaultFile" where "organisationId" = ${organisationId} and ${within}
    ${extensions ? sql`and not "isFolder" and ${ending}` : sql.empty}
    order by "key" limit ${take} offset ${skip}`
  return rows.map(toRow)
}

/** Returns files whose own name contains the first word first, then the newest. */
export async function listFilesNamed(
  db: Database,
  { organisationId, words, take }: { organisationId: string; words: readonly string[]; take: number },
): Promise<VaultFileRow[]> {
  const rows = await db.$queryRaw<RawRow[]>`
    select ${COLUMNS} from "VaultFile" where "organisationId" = ${organisationId} and not "isFolder"
    and not exists (select from unnest(${[...words]}::text[]) word where strpos("key", word) = 0)
    order by strpos(substring("key" from '[^/]*$'), ${words[0] ?? ''}) = 0, "modifiedAt" desc, "key" limit ${take}`
  return rows.map(toRow)
}

export async function listKeysLike(
  tx: Tx,
  organisationId: string,
  { folderKey, start }: { folderKey: string; start: string },
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ key: string }[]>`
    select "key" from "VaultFile" where "organisationId" = ${organisationId} and "parentKey" = ${folderKey}
    and starts_with("key", ${start})`
  return new Set(rows.map(({ key }) => key))
}

/** Returns the bounds of the paths within a folder: “0” is the character after “/”. */
function isBelow(folderKey: string): Sql {
  return folderKey === '' ? sql`true` : sql`"key" > ${`${folderKey}/`} and "key" < ${`${folderKey}0`}`
}

const COLUMNS = sql`
  "id", "path", "key", "parentKey", "isFolder", "etag", "sizeBytes", "modifiedAt", "createdAt"`

type RawRow = Omit<VaultFileRow, 'sizeBytes'> & { sizeBytes: bigint }

function toRow({ sizeBytes, ...row }: RawRow): VaultFileRow {
  return { ...row, sizeBytes: Number(sizeBytes) }
}
