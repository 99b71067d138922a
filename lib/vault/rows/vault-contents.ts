/** Contents by hash within the organisation: small ones in the row, others in the blob store. */

import { bytesPool, readContents } from '../../kernel/db/contents.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'

export type ContentName = { organisationId: string; etag: string }

type FoundContent = {
  sizeBytes: number
  isText: boolean
  /** The requested range, if content is small. */
  bytes: Uint8Array | null
  inBlobStore: { contentId: string; store: string } | null
}

export const SMALL_BYTES = 256 * 1024

export type SmallContent = { etag: string; bytes: Uint8Array; isText: boolean }

/** Refreshes timestamps of existing contents, so that the sweep spares them. */
export async function putSmallContents(
  organisationId: string,
  contents: readonly SmallContent[],
): Promise<void> {
  // Sorted, so that concurrent writers do not deadlock.
  await bytesPool().query(
    `insert into "VaultContent" ("organisationId", "etag", "sizeBytes", "isText", "bytes", "touchedAt")
     select $1, etag, length(bytes), is_text, bytes, now()
     from unnest($2::text[], $3::bytea[], $4::boolean[]) as given (etag, bytes, is_text) order by etag
     on conflict ("organisationId", "etag") do update set "touchedAt" = excluded."touchedAt"`,
    [
      organisationId,
      contents.map(({ etag }) => etag),
      contents.map(({ bytes }) => bytes),
      contents.map(({ isText }) => isText),
    ],
  )
}

/** Called in the transaction that has sealed the content in the blob store. */
export async function putLargeContent(
  tx: Tx,
  { organisationId, etag }: ContentName,
  content: { contentId: string; sizeBytes: number; isText: boolean },
): Promise<void> {
  const { contentId, sizeBytes, isText } = content
  await tx.$executeRaw`
    insert into "VaultContent" ("organisationId", "etag", "sizeBytes", "isText", "contentId")
    values (${organisationId}, ${etag}, ${sizeBytes}, ${isText}, ${contentId})
    on conflict ("organisationId", "etag") do update set "touchedAt" = now()`
}

/** Locks contents, so that the sweep does not delete them before the transaction ends. */
export async function lockContents(
  tx: Tx,
  organisationId: string,
  etags: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ etag: string }[]>`
    select "etag" from "VaultContent" where "organisationId" = ${organisationId} and "etag" = any(${[...etags]})
    for key share`
  return new Set(rows.map(({ etag }) => etag))
}

/** Reads only the requested range. */
export async function findContent(
  { organisationId, etag }: ContentName,
  { start, end }: { start: number; end: number },
): Promise<FoundContent | null> {
  // `substring` accepts no larger offset; small content never reaches it.
  const [from, to] = [Math.min(start, MAX_SUBSTRING_OFFSET), Math.min(end, MAX_SUBSTRING_OFFSET)]
  const [row] = await readContents(
    (db) => db.$queryRaw<RawContent[]>`
    select c."sizeBytes", c."isText", c."contentId", b."store",
      substring(c."bytes" from ${from}::int + 1 for greatest(0, ${to}::int - ${from}::int)) as "bytes"
    from "VaultContent" c left join "BlobContent" b on b."id" = c."contentId"
    where c."organisationId" = ${organisationId} and c."etag" = ${etag}`,
  )
  if (!row) return null
  const { sizeBytes, isText, bytes, contentId, store } = row
  const inBlobStore = contentId && store ? { contentId, store } : null
  return { sizeBytes: Number(sizeBytes), isText, bytes, inBlobStore }
}

const MAX_SUBSTRING_OFFSET = 2_000_000_000

type RawContent = {
  sizeBytes: bigint
  isText: boolean
  bytes: Uint8Array | null
  contentId: string | null
  store: string | null
}

export async function findSmallContents(
  organisationId: string,
  etags: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const rows = await readContents(
    (db) => db.$queryRaw<{ etag: string; bytes: Uint8Array }[]>`
    select "etag", "bytes" from "VaultContent"
    where "organisationId" = ${organisationId} and "etag" = any(${[...etags]}) and "bytes" is not null`,
  )
  return new Map(rows.map(({ etag, bytes }) => [etag, bytes]))
}

export type SearchedFile = {
  path: string
  key: string
  etag: string
  sizeBytes: number
  isText: boolean
  bytes: Uint8Array | null
}

/** Returns the next batch of contents after a key, of bounded size; empty at the end. */
export async function listTexts(
  organisationId: string,
  wanted: { afterKey: string; scope: readonly string[] | null; take: number; takeBytes: number },
): Promise<SearchedFile[]> {
  const { afterKey, scope, take, takeBytes } = wanted
  // Materialized: otherwise the planner may sort everything for each batch.
  const rows = await readContents(
    (db) => db.$queryRaw<(Omit<SearchedFile, 'sizeBytes'> & { sizeBytes: bigint })[]>`
    with batch as materialized (
      select "path", "key", "etag", "sizeBytes",
        sum(least("sizeBytes", ${SMALL_BYTES}::bigint)) over (order by "key") as so_far
      from (
        select "path", "key", "etag", "sizeBytes" from "VaultFile"
        where "organisationId" = ${organisationId} and "key" > ${afterKey} and not "isFolder"
        and (${scope}::text[] is null or exists (
          select 1 from unnest(${scope}::text[]) as s where "key" = s or starts_with("key", s || '/')))
        order by "key" limit ${take}
      ) as next
    )
    select b."path", b."key", b."etag", b."sizeBytes", c."isText", case when c."isText" then c."bytes" end as "bytes"
    from batch b join "VaultContent" c on c."organisationId" = ${organisationId} and c."etag" = b."etag"
    where b.so_far <= ${takeBytes} order by b."key"`,
  )
  return rows.map((row) => ({ ...row, sizeBytes: Number(row.sizeBytes) }))
}
