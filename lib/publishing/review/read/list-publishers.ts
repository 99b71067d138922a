import { type Context, requireAdmin } from '../../../context/context.ts'
import { listPublisherRecords, type PublisherRecordRow } from '../../rows/publisher-records.ts'
import type { PublisherRecord } from '../review-views.ts'

const PAGE_SIZE = 30
const MAX_PAGE = 1_000

/**
 * Returns a page of the publishers whose handle, name or organisation contains `text`, by name. `page` counts from 0.
 * `nextPage` is null on the last one. For admins. Throws UNAUTHENTICATED and POLICY_DENIED.
 */
export async function listPublishers(
  ctx: Context,
  { text, page }: { text: string; page: number },
): Promise<{ publishers: PublisherRecord[]; nextPage: number | null }> {
  requireAdmin(ctx)
  const pageIndex = Number.isInteger(page) && page > 0 && page < MAX_PAGE ? page : 0
  const query = { text: text.trim().slice(0, 100), skip: pageIndex * PAGE_SIZE, take: PAGE_SIZE + 1 }
  const rows = await listPublisherRecords(ctx.db, query)
  return {
    publishers: rows.slice(0, PAGE_SIZE).map(toPublisherRecord),
    nextPage: rows.length > PAGE_SIZE ? pageIndex + 1 : null,
  }
}

export function toPublisherRecord({ id: _, verifiedAt, ...row }: PublisherRecordRow): PublisherRecord {
  return { ...row, verified: verifiedAt !== null }
}
