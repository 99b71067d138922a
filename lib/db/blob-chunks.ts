/**
 * The pieces that content is kept in when Postgres keeps it. Floor 1.
 *
 * Not through Prisma: it writes bytes as base64 and keeps the arguments of its latest queries beside their plans,
 * which here would be every piece of the last half gigabyte.
 */
import pg from 'pg'

// Beside Prisma's connections, and given back soon: bytes pass now and then.
const POOL = { max: 3, idleTimeoutMillis: 2_000, allowExitOnIdle: true }

// `next dev` evaluates modules again on every change; the pool must not be opened again.
const kept = globalThis as unknown as { guildhallBytes?: pg.Pool }
function pool(): pg.Pool {
  if (kept.guildhallBytes) return kept.guildhallBytes
  kept.guildhallBytes = new pg.Pool({ connectionString: process.env.DATABASE_URL, ...POOL })
  // An idle connection that breaks is replaced by the next query's; without a listener it would end the process.
  kept.guildhallBytes.on('error', () => {})
  return kept.guildhallBytes
}

export async function insertBlobChunk(chunk: {
  contentId: string
  position: number
  bytes: Uint8Array
}): Promise<void> {
  const { contentId, position, bytes } = chunk
  await pool().query('insert into "BlobChunk" ("contentId", "position", "bytes") values ($1, $2, $3)', [
    contentId,
    position,
    bytes,
  ])
}

/** One piece; null behind the last, and when the content is gone. */
export async function findBlobChunk(contentId: string, position: number): Promise<Uint8Array | null> {
  const { rows } = await pool().query<{ bytes: Buffer }>(
    'select "bytes" from "BlobChunk" where "contentId" = $1 and "position" = $2',
    [contentId, position],
  )
  return rows[0]?.bytes ?? null
}

export async function deleteBlobChunks(contentId: string): Promise<void> {
  await pool().query('delete from "BlobChunk" where "contentId" = $1', [contentId])
}
