/**
 * What is in a vault now: its files and folders. Floor 1.
 *
 * Written by `applyChanges` (vault-journal.ts) only, in a transaction that holds the vault.
 */
import type { Database, Tx } from './client.ts'
import { Prisma } from './generated/client.ts'

export type VaultFileRow = {
  id: string
  path: string
  key: string
  parentKey: string
  isFolder: boolean
  /** Null for a folder. */
  etag: string | null
  sizeBytes: number
  modifiedAt: Date
  createdAt: Date
}

export type VaultTotals = { fileCount: number; usedBytes: number; historyBytes: number; revision: bigint }

const NOTHING: VaultTotals = { fileCount: 0, usedBytes: 0, historyBytes: 0, revision: 0n }

/** Until the transaction ends, nobody else changes anything in this vault. Makes it when there is none yet. */
export async function lockVault(tx: Tx, organisationId: string): Promise<VaultTotals> {
  const held = () => tx.$queryRaw<RawTotals[]>`
    select "fileCount", "usedBytes", "historyBytes", "revision" from "Vault"
    where "organisationId" = ${organisationId} for update`
  const [found] = await held()
  if (found) return toTotals(found)
  await tx.$executeRaw`insert into "Vault" ("organisationId") values (${organisationId}) on conflict do nothing`
  const [made] = await held()
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

/** Those there are, in no order. */
export async function findVaultFiles(
  db: Database | Tx,
  organisationId: string,
  keys: readonly string[],
): Promise<VaultFileRow[]> {
  const rows = await db.$queryRaw<RawRow[]>`
    select ${COLUMNS} from "VaultFile" where "organisationId" = ${organisationId} and "key" = any(${[...keys]})`
  return rows.map(toRow)
}

/** By their ids, in no order. */
export async function findVaultFilesById(
  db: Database | Tx,
  organisationId: string,
  ids: readonly string[],
): Promise<VaultFileRow[]> {
  const rows = await db.$queryRaw<RawRow[]>`
    select ${COLUMNS} from "VaultFile" where "organisationId" = ${organisationId} and "id" = any(${[...ids]})`
  return rows.map(toRow)
}

/** Everything below a folder, however deep, folders before what is in them; without the folder itself. */
export async function listBelow(
  db: Database | Tx,
  organisationId: string,
  folderKey: string,
): Promise<VaultFileRow[]> {
  const rows = await db.$queryRaw<RawRow[]>`
    select ${COLUMNS} from "VaultFile" where "organisationId" = ${organisationId} and ${below(folderKey)}
    order by "key"`
  return rows.map(toRow)
}

export type FilesWanted = {
  organisationId: string
  /** Of the folder; "" for the vault itself. */
  folderKey: string
  isRecursive: boolean
  /** In lower case; then there are no folders in the answer. */
  extensions?: readonly string[]
  take: number
  skip: number
}

/** In the order of their keys, so that a page is the same whenever it is asked for. */
export async function listVaultFiles(db: Database, wanted: FilesWanted): Promise<VaultFileRow[]> {
  const { organisationId, folderKey, isRecursive, extensions, take, skip } = wanted
  const within = isRecursive ? below(folderKey) : Prisma.sql`"parentKey" = ${folderKey}`
  // The ending of the name, and not the whole of a name that begins with its only dot.
  const ending = Prisma.sql`lower(substring("path" from '[^/]\.([^./]*)$')) = any(${[...(extensions ?? [])]})`
  const rows = await db.$queryRaw<RawRow[]>`
    select ${COLUMNS} from "VaultFile" where "organisationId" = ${organisationId} and ${within}
    ${extensions ? Prisma.sql`and not "isFolder" and ${ending}` : Prisma.empty}
    order by "key" limit ${take} offset ${skip}`
  return rows.map(toRow)
}

/** Files whose keys hold all the words; first those whose own name holds the first of them, then the newest. */
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

/** The keys in a folder that begin as `start` does. */
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

/** One range of the index: "0" is what follows "/". */
function below(folderKey: string): Prisma.Sql {
  return folderKey === ''
    ? Prisma.sql`true`
    : Prisma.sql`"key" > ${`${folderKey}/`} and "key" < ${`${folderKey}0`}`
}

const COLUMNS = Prisma.sql`
  "id", "path", "key", "parentKey", "isFolder", "etag", "sizeBytes", "modifiedAt", "createdAt"`

type RawRow = Omit<VaultFileRow, 'sizeBytes'> & { sizeBytes: bigint }

function toRow({ sizeBytes, ...row }: RawRow): VaultFileRow {
  return { ...row, sizeBytes: Number(sizeBytes) }
}
