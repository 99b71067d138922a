import type { AuditSubject } from '../../audit/model/audit-terms.ts'
import { type Context, requireViewer } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { findRole } from '../../organisations/rows/memberships.ts'
import { listOwnPublishers } from '../rows/publishers.ts'
import * as store from '../rows/transfers.ts'

export type TransferLine = {
  id: string
  /** "the publisher acme" or "acme.text_tools". */
  what: string
  from: string
  to: string
  isIncoming: boolean
  expiresAtMs: number
}

export type TransferPage = TransferLine & {
  by: string
  kind: 'publisher' | 'skillSet'
  state: 'open' | 'expired' | store.TransferOutcome
  skillSets: store.MovedSkillSet[]
  /** The handles of the receiver: a SkillSet gets a name under one of them. Empty for members of the sender. */
  handles: string[]
  /** True for owners of the receiver while the offer is open. */
  canAccept: boolean
  /** True for owners of the sender while the offer is open. */
  canCancel: boolean
}

/** Returns the open offers to and from the viewer's organisation, oldest first. Throws UNAUTHENTICATED. */
export async function listTransfers(ctx: Context): Promise<TransferLine[]> {
  const { organisationId } = requireViewer(ctx)
  const rows = await store.listOpenTransfers(ctx.db, organisationId)
  return rows.map((row) => toTransferLine(row, organisationId))
}

/** Returns an offer, also one that has ended. Members of both organisations only. Throws UNAUTHENTICATED, NOT_FOUND. */
export async function getTransfer(ctx: Context, id: string): Promise<TransferPage> {
  const { userId } = requireViewer(ctx)
  const row = isStorable(id) ? await store.findTransfer(ctx.db, id) : null
  const findRoleIn = (organisationId: string) => findRole(ctx.db, { userId, organisationId })
  const to = row && (await findRoleIn(row.toOrganisation.id))
  const from = row && (await findRoleIn(row.fromOrganisation.id))
  if (!row || (!to && !from)) throw new AppError('NOT_FOUND')
  const { publisher, skillSet, expiresAt, outcome } = row
  const isOpen = outcome === null && expiresAt.getTime() > Date.now()
  const moved = publisher ? { publisherId: publisher.id } : { id: skillSet?.id ?? '' }
  return {
    ...toTransferLine(row, to ? row.toOrganisation.id : row.fromOrganisation.id),
    by: row.requestedByName,
    kind: publisher ? 'publisher' : 'skillSet',
    // A CHECK constraint of the table allows no other outcome.
    state: isOpen ? 'open' : ((outcome as store.TransferOutcome | null) ?? 'expired'),
    skillSets: await store.listMovedSkillSets(ctx.db, moved),
    handles: to ? (await listOwnPublishers(ctx.db, row.toOrganisation.id)).map(({ handle }) => handle) : [],
    canAccept: isOpen && to === 'OWNER',
    canCancel: isOpen && from === 'OWNER',
  }
}

function toTransferLine(row: store.TransferRow, organisationId: string): TransferLine {
  return {
    id: row.id,
    what: describeTransfer(row),
    from: row.fromOrganisation.name,
    to: row.toOrganisation.name,
    isIncoming: row.toOrganisation.id === organisationId,
    expiresAtMs: row.expiresAt.getTime(),
  }
}

export function describeTransfer({ publisher, skillSet }: store.TransferRow): string {
  if (publisher) return `the publisher ${publisher.handle}`
  return skillSet ? `${skillSet.publisher.handle}.${skillSet.slug}` : ''
}

export function toAuditSubject(row: store.TransferRow): {
  subjectType: AuditSubject
  subjectId: string
  subject: string
} {
  const { publisher, skillSet } = row
  return {
    subjectType: publisher ? 'publisher' : 'skill_set',
    subjectId: publisher?.id ?? skillSet?.id ?? '',
    subject: describeTransfer(row),
  }
}
