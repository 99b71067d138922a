import { z } from 'zod'
import {
  countBelongings,
  emptyOrganisation,
  listPublishersOf,
  movePublishers,
  type OwnedPublisher,
} from '../accounts/rows/close-rows.ts'
import { recordAudit } from '../audit/audit-log.ts'
import { requireRecentAuth } from '../auth/recent-auth.ts'
import { type Context, requireViewer, type Viewer } from '../context/context.ts'
import { prepareRevocation } from '../integrations/revoke-credential.ts'
import { type Database, LONG_TRANSACTION, type Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { paths } from '../kernel/site/paths.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { lockAccount } from '../money/rows/ledger.ts'
import { hasOpenPayout } from '../money/rows/payout-rows.ts'
import { getWallet } from '../money/wallet.ts'
import { findRole } from '../organisations/rows/memberships.ts'
import { findOrganisation, listOrganisationsOf, lockMembers } from '../organisations/rows/organisations.ts'
import { yank } from '../publishing/review/decide/retire-version.ts'

export type Belongings = {
  organisationName: string
  /** Counted up to 10,001. */
  runs: number
  savedPlans: number
  files: number
  members: number
  automations: number
  installs: number
  toolsets: number
  webhooks: number
  balance: string
  earnings: string
  publishers: { handle: string; published: string[] }[]
  /** Organisations that could take over the publishers. */
  heirs: { id: string; name: string }[]
}

/** Returns what the active organisation owns. Throws UNAUTHENTICATED. */
export async function getBelongings(ctx: Context): Promise<Belongings> {
  const { organisationId, organisationName, userId } = requireViewer(ctx)
  const [counts, wallet, publishers, organisations] = await Promise.all([
    countBelongings(ctx.db, organisationId),
    getWallet(ctx),
    listPublishersOf(ctx.db, organisationId),
    listOrganisationsOf(ctx.db, userId),
  ])
  return {
    ...counts,
    organisationName,
    balance: wallet.balance,
    earnings: wallet.earnings,
    publishers: publishers.map(({ handle, skillSets }) => ({
      handle,
      published: skillSets.filter(({ versions }) => versions.length > 0).map(({ name }) => name),
    })),
    heirs: organisations
      .filter(({ id, role }) => id !== organisationId && role !== 'MEMBER')
      .map(({ id, name }) => ({ id, name })),
  }
}

export const transferField = z
  .string()
  .max(64)
  .optional()
  .transform((id) => id || undefined)

const given = z.object({ confirm: z.string().max(300), transferTo: transferField })

/**
 * Throws POLICY_DENIED for anyone but owners, PRECONDITION_FAILED for a personal organisation or without a recent
 * re-authentication, INVALID_INPUT if the name was not typed or the heir is not the viewer's.
 */
export async function deleteOrganisation(ctx: Context, fields: unknown): Promise<void> {
  const viewer = requireViewer(ctx)
  const { confirm, transferTo } = parseFields(given, fields)
  if (viewer.organisationRole !== 'OWNER')
    throw new AppError('POLICY_DENIED', {
      message: `Only owners of ${viewer.organisationName} can delete it.`,
    })
  const organisation = await findOrganisation(ctx.db, viewer.organisationId)
  if (organisation?.isPersonal)
    throw new AppError('PRECONDITION_FAILED', {
      message: 'Your personal organisation ends with your account.',
    })
  await requireRecentAuth(ctx)
  if (confirm.trim() !== viewer.organisationName)
    throw invalid('/confirm', `Type ${viewer.organisationName} to confirm.`)
  await handOver(ctx, viewer, transferTo)
  const revoke = await prepareRevocation(ctx.db, viewer.organisationId)
  await ctx.db.$transaction(async (tx) => {
    await requireOwner(tx, viewer)
    await closeOrganisation(tx, viewer, transferTo)
    await recordAudit(tx, {
      actor: viewer,
      action: 'organisation.delete',
      subjectType: 'organisation',
      subjectId: viewer.organisationId,
      subject: viewer.organisationName,
      data: transferTo ? { transferTo } : {},
    })
  }, LONG_TRANSACTION)
  await revoke()
}

async function requireOwner(tx: Tx, { organisationId, organisationName, userId }: Viewer): Promise<void> {
  await lockMembers(tx, organisationId)
  if ((await findRole(tx, { organisationId, userId })) !== 'OWNER')
    throw new AppError('POLICY_DENIED', { message: `Only owners of ${organisationName} can delete it.` })
}

/**
 * Takes down all published versions, unless an heir gets them. Can be repeated. Throws PRECONDITION_FAILED while a payout is
 * requested.
 */
export async function handOver(ctx: Context, viewer: Viewer, transferTo: string | undefined): Promise<void> {
  await requireNoOpenPayout(ctx.db, viewer.organisationId)
  if (transferTo !== undefined) return requireHeir(ctx, viewer, transferTo)
  for (const versionId of listVersionIds(await listPublishersOf(ctx.db, viewer.organisationId)))
    await yank(ctx, { versionId, reason: 'The publisher closed its account.' })
}

function listVersionIds(publishers: OwnedPublisher[]): string[] {
  return publishers.flatMap(({ skillSets }) =>
    skillSets.flatMap(({ versions }) => versions.map(({ id }) => id)),
  )
}

async function requireHeir({ db }: Context, { userId, organisationId }: Viewer, id: string): Promise<void> {
  const role = id === organisationId ? null : await findRole(db, { userId, organisationId: id })
  if (role === null || role === 'MEMBER')
    throw invalid('/transferTo', 'Choose an organisation that you own or administer.')
}

/**
 * Throws PRECONDITION_FAILED while a payout is requested, and CONFLICT without an heir if something was published in the
 * meantime.
 */
export async function closeOrganisation(
  tx: Tx,
  { organisationId }: Viewer,
  transferTo: string | undefined,
): Promise<void> {
  // A request locks the account, too, so none can be made after the check.
  await lockAccount(tx, `earnings:${organisationId}`)
  await requireNoOpenPayout(tx, organisationId)
  if (transferTo !== undefined) await movePublishers(tx, organisationId, transferTo)
  else if (listVersionIds(await listPublishersOf(tx, organisationId)).length > 0)
    throw new AppError('CONFLICT', { message: 'A version was published in the meantime. Try again.' })
  await emptyOrganisation(tx, organisationId, new Date())
}

/** The payee is deleted with the organisation, so nobody would know whom to pay. */
async function requireNoOpenPayout(db: Database | Tx, organisationId: string): Promise<void> {
  if (await hasOpenPayout(db, organisationId))
    throw new AppError('PRECONDITION_FAILED', {
      message: 'A payout of your earnings is requested.',
      suggestedAction: 'Wait until it is paid, or withdraw it under Publish → Earnings.',
      href: paths.earnings,
    })
}

export function invalid(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', { message, issues: [{ path, message }] })
}
