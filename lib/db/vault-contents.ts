/**
 * The bytes that a vault's files mean, or meant: found by their hash within the organisation. Floor 1.
 *
 * Small content is in the row itself, one query for one file; larger content is where blobs are, and the row says
 * where. Bytes do not pass through Prisma (bytes-pool.ts).
 */
import { bytesPool } from './bytes-pool.ts'
import type { Tx } from './client.ts'

export type ContentName = { organisationId: string; etag: string }

export type FoundContent = {
  sizeBytes: number
  isText: boolean
  /** The range that was asked for, of small content. */
  bytes: Uint8Array | null
  /** Where larger content is. */
  elsewhere: { contentId: string; store: string } | null
}

/** What is larger is elsewhere. Notes and sources fit; a hundred of them in memory at once are no burden. */
export const SMALL_BYTES = 256 * 1024

export type SmallContent = { etag: string; bytes: Uint8Array; isText: boolean }

/** Keeps small contents, each of them once, or notes that somebody is about to mean one again. */
export async function putSmallContents(
  organisationId: string,
  contents: readonly SmallContent[],
): Promise<void> {
  const column = <Value>(of: (content: SmallContent) => Value) => contents.map(of)
  await bytesPool().query(
    // This connection may be in any time zone. In the order of their keys, so that two who bring the same do not wait
    // for each other in a circle.
    `insert into "VaultContent" ("organisationId", "etag", "sizeBytes", "isText", "bytes", "touchedAt")
     select $1, etag, length(bytes), is_text, bytes, timezone('utc', now())
     from unnest($2::text[], $3::bytea[], $4::boolean[]) as given (etag, bytes, is_text) order by etag
     on conflict ("organisationId", "etag") do update set "touchedAt" = excluded."touchedAt"`,
    [
      organisationId,
      column(({ etag }) => etag),
      column(({ bytes }) => bytes),
      column(({ isText }) => isText),
    ],
  )
}

/** The same for content that is kept where blobs are; in the transaction that sealed it. */
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

/** Those of `etags` that are there; until the transaction ends they cannot be swept. */
export async function holdContents(
  tx: Tx,
  organisationId: string,
  etags: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ etag: string }[]>`
    select "etag" from "VaultContent" where "organisationId" = ${organisationId} and "etag" = any(${[...etags]})
    for key share`
  return new Set(rows.map(({ etag }) => etag))
}

/** Null when there is no such content (any more). Of small content only the bytes of the range. */
export async function findContent(
  { organisationId, etag }: ContentName,
  { start, end }: { start: number; end: number },
): Promise<FoundContent | null> {
  const { rows } = await bytesPool().query<RawContent>(
    `select c."sizeBytes", c."isText", substring(c."bytes" from $3 + 1 for greatest(0, $4 - $3)) as "bytes",
       c."contentId", b."store"
     from "VaultContent" c left join "BlobContent" b on b."id" = c."contentId"
     where c."organisationId" = $1 and c."etag" = $2`,
    // A range that begins beyond any small content is none of small content.
    [organisationId, etag, Math.min(start, MOST), Math.min(end, MOST)],
  )
  const [row] = rows
  if (!row) return null
  const { sizeBytes, isText, bytes, contentId, store } = row
  const elsewhere = contentId && store ? { contentId, store } : null
  return { sizeBytes: Number(sizeBytes), isText, bytes, elsewhere }
}

/** What `substring` takes. */
const MOST = 2_000_000_000

type RawContent = {
  sizeBytes: string
  isText: boolean
  bytes: Buffer | null
  contentId: string | null
  store: string | null
}

/** The small contents among `etags`, whole. */
export async function findSmallContents(
  organisationId: string,
  etags: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const { rows } = await bytesPool().query<{ etag: string; bytes: Buffer }>(
    `select "etag", "bytes" from "VaultContent"
     where "organisationId" = $1 and "etag" = any($2) and "bytes" is not null`,
    [organisationId, etags],
  )
  return new Map(rows.map(({ etag, bytes }) => [etag, bytes]))
}

export type SearchedFile = {
  path: string
  key: string
  etag: string
  sizeBytes: number
  isText: boolean
  /** Whole, when it is small text; null otherwise. */
  bytes: Uint8Array | null
}

/**
 * The files of a vault, a batch at a time, in the order of their keys: those after `afterKey`, within `scope`; none
 * when that was all. A batch is of bounded size, however small or large they are.
 */
export async function listTexts(
  organisationId: string,
  wanted: { afterKey: string; scope: readonly string[] | null; take: number; takeBytes: number },
): Promise<SearchedFile[]> {
  const { afterKey, scope, take, takeBytes } = wanted
  const { rows } = await bytesPool().query<Omit<SearchedFile, 'sizeBytes'> & { sizeBytes: string }>(
    // The files first, then their content: joined at once, the planner may sort all there is for each batch.
    `with batch as materialized (
       select "path", "key", "etag", "sizeBytes", sum(least("sizeBytes", $6)) over (order by "key") as so_far
       from (
         select "path", "key", "etag", "sizeBytes" from "VaultFile"
         where "organisationId" = $1 and "key" > $2 and not "isFolder"
         and ($3::text[] is null or exists (
           select 1 from unnest($3::text[]) as s where "key" = s or starts_with("key", s || '/')))
         order by "key" limit $4
       ) as next
     )
     select b."path", b."key", b."etag", b."sizeBytes", c."isText", case when c."isText" then c."bytes" end as "bytes"
     from batch b join "VaultContent" c on c."organisationId" = $1 and c."etag" = b."etag"
     where b.so_far <= $5 order by b."key"`,
    [organisationId, afterKey, scope, take, takeBytes, SMALL_BYTES],
  )
  return rows.map((row) => ({ ...row, sizeBytes: Number(row.sizeBytes) }))
}
