/** The admins' queue: what waits, the longest waiting first, and what was decided lately. Floor 3. */
import { type Context, requireAdmin } from '../context.ts'
import { Cursor } from '../contract/market/sent-text.ts'
import { countWaiting, listDecided, listWaiting, type SubmissionHead } from '../db/submissions.ts'
import { findNames } from '../db/users.ts'
import { checksOf } from './checks.ts'
import type { DecisionView, QueueLine, QueuePage } from './views.ts'

export type QueueTab = 'waiting' | 'decided'

const PAGE_SIZE = 50

/** One page of the queue. Throws UNAUTHENTICATED, and POLICY_DENIED for anyone but admins. */
export async function getQueue(ctx: Context, tab: QueueTab = 'waiting', after?: string): Promise<QueuePage> {
  requireAdmin(ctx)
  const list = tab === 'waiting' ? listWaiting : listDecided
  const rows = await list(ctx.db, { after: Cursor.parse(after), take: PAGE_SIZE + 1 })
  const shown = rows.slice(0, PAGE_SIZE)
  const names = await findNames(ctx.db, shown.flatMap(peopleOf))
  return {
    lines: shown.map((row) => lineOf(row, names)),
    waiting: await countWaiting(ctx.db),
    nextCursor: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** Everyone whose name a submission shows. */
export function peopleOf({ submittedById, decidedById }: SubmissionHead): string[] {
  return decidedById ? [submittedById, decidedById] : [submittedById]
}

/** The decision as shown; null while it waits. */
export function decisionOf(row: SubmissionHead, names: Map<string, string>): DecisionView | null {
  if (!row.decision || !row.decidedById || !row.decidedAt) return null
  return {
    kind: row.decision,
    by: nameOf(row.decidedById, names),
    atMs: row.decidedAt.getTime(),
    reason: row.reason,
  }
}

/** A person’s name, or what stands for people who left. */
export function nameOf(userId: string, names: Map<string, string>): string {
  return names.get(userId) ?? 'Somebody who left'
}

function lineOf(row: SubmissionHead, names: Map<string, string>): QueueLine {
  const { publisher, slug, name } = row.version.skillSet
  const { base, size } = checksOf(row.checks)
  return {
    id: row.id,
    publisher: {
      handle: publisher.handle,
      displayName: publisher.displayName,
      verified: publisher.verifiedAt !== null,
    },
    skillSet: { slug, name },
    versionNumber: row.version.number,
    revision: row.revision,
    baseNumber: base?.number ?? null,
    size,
    submittedBy: nameOf(row.submittedById, names),
    submittedAtMs: row.submittedAt.getTime(),
    decision: decisionOf(row, names),
  }
}
