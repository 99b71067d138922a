import { type Context, requireAdmin } from '../../../context/context.ts'
import { AppError } from '../../../kernel/errors.ts'
import { formatMicros } from '../../../kernel/money.ts'
import { isStorable } from '../../../kernel/validation/storable.ts'
import { type AccountId, findBalances } from '../../../money/rows/ledger.ts'
import { findPublisherPage, type PublisherPageRow } from '../../rows/publisher-page.ts'
import { listPublisherRecords } from '../../rows/publisher-records.ts'
import type { PublisherRecord } from '../review-views.ts'
import { toPublisherRecord } from './list-publishers.ts'

export type PublisherAdminPage = PublisherPageRow & {
  record: PublisherRecord
  /** Decimal USDC that the organisation can be paid. */
  earnings: string
}

/** Returns what an admin sees of a publisher. Throws UNAUTHENTICATED, POLICY_DENIED and NOT_FOUND. */
export async function getPublisherForAdmin(ctx: Context, handle: string): Promise<PublisherAdminPage> {
  requireAdmin(ctx)
  const page = isStorable(handle) ? await findPublisherPage(ctx.db, handle) : null
  const [row] = page ? await listPublisherRecords(ctx.db, { id: page.id }) : []
  if (!page || !row) throw new AppError('NOT_FOUND', { message: 'There is no such publisher.' })
  const account: AccountId = `earnings:${row.organisationId}`
  const balances = await findBalances<AccountId>(ctx.db, [account])
  return { ...page, record: toPublisherRecord(row), earnings: formatMicros(balances[account] ?? 0n) }
}
