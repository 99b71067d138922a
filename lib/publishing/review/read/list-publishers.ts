import { type Context, requireAdmin } from '../../../context/context.ts'
import { listPublisherRecords, type PublisherRecordRow } from '../../rows/publisher-records.ts'
import type { PublisherRecord } from '../review-views.ts'

const PAGE_SIZE = 30
const MAX_PAGE = 1_000

/** Searches handle, name and organisation; sorts by name. Throws UNAUTHENTICATED and POLICY_DENIED. */
export async function listPublishers(
  ctx: Context,
  { text, page }: { text: string; page: number },
): Promise<{ publishers: PublisherRecord[]; nextPage: number | null }> {
  requireAdmin(ctx)
  const at = Number.isInteger(page) && page > 0 && page < MAX_PAGE ? page : 0
  const query = { text: text.trim().slice(0, 100), skip: at * PAGE_SIZE, take: PAGE_SIZE + 1 }
  const rows = await listPublisherRecords(ctx.db, query)
  return {
    publishers: rows.slice(0, PAGE_SIZE).map(publisherRecordOf),
    nextPage: rows.length > PAGE_SIZE ? at + 1 : null,
  }
}

export function publisherRecordOf({ id: _, verifiedAt, ...row }: PublisherRecordRow): PublisherRecord {
  return { ...row, verified: verifiedAt !== null }
}
