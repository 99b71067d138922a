/**
 * Connections for bytes. Floor 1.
 *
 * Not through Prisma: it writes bytes as base64 and keeps the arguments of its latest queries beside their plans,
 * which here would be every piece of the last half gigabyte.
 */
import pg from 'pg'

// Beside Prisma's connections, and given back soon: bytes pass now and then.
const POOL = { max: 3, idleTimeoutMillis: 2_000, allowExitOnIdle: true }

// `next dev` evaluates modules again on every change; the pool must not be opened again.
const kept = globalThis as unknown as { guildhallBytes?: pg.Pool }
export function bytesPool(): pg.Pool {
  if (kept.guildhallBytes) return kept.guildhallBytes
  kept.guildhallBytes = new pg.Pool({ connectionString: process.env.DATABASE_URL, ...POOL })
  // An idle connection that breaks is replaced by the next query's; without a listener it would end the process.
  kept.guildhallBytes.on('error', () => {})
  return kept.guildhallBytes
}
