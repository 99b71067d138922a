/** New names for publishers and SkillSets. Former names keep leading to them and stay reserved. */

import { findConfusableNameError } from '../../accounts/require-distinct-name.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import { refreshCatalogEntries } from '../../catalog/refresh-catalog-entries.ts'
import type { Context } from '../../context/context.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { LONG_TRANSACTION } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { limitReached } from '../../kernel/limit-reached.ts'
import { handleError, isSlug } from '../../kernel/names/skill-name.ts'
import { requireOwnSkillSetAdmin } from '../drafts/require-own-skill-set.ts'
import {
  countHandles,
  countSlugs,
  findCurrentHandle,
  findHandleHolder,
  findSlugHolder,
  lockPublisher,
  lockPublisherNames,
  replaceStoredNames,
  updateFullName,
  updateHandle,
} from '../rows/former-names.ts'
import { findSkillSetById } from '../rows/published-versions.ts'
import { listSkillSetSlugs } from '../rows/skill-sets.ts'
import { hasVersionInReview, lockSkillSet } from '../rows/versions.ts'
import { requireOwnPublisher } from './require-own-publisher.ts'

/** Former names stay reserved, so without a limit a publisher could collect names by renaming. */
export const MAX_NAMES = 5

/**
 * Gives the publisher another handle, and returns it. A verified publisher has to be verified again, because the mark
 * vouches for the name. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for plain members, INVALID_INPUT,
 * LIMIT_REACHED, and CONFLICT for a taken handle.
 */
export async function renamePublisher(
  ctx: Context,
  request: { handle: string; to: string },
): Promise<string> {
  const { viewer, publisher } = await requireOwnPublisher(ctx, request.handle, 'ADMIN')
  const { id, handle: from, organisationId } = publisher
  const to = request.to.trim()
  if (to === from) throw fieldError('INVALID_INPUT', '/to', `The handle is already “${to}”.`)
  const error = handleError(to) ?? (await findConfusableNameError(ctx.db, { name: to, organisationId }))
  if (error) throw fieldError('INVALID_INPUT', '/to', error)
  await ctx.db.$transaction(async (tx) => {
    await lockPublisherNames(tx)
    await lockPublisher(tx, id)
    if ((await findCurrentHandle(tx, from)) !== from) throw changedError('publisher')
    const holder = await findHandleHolder(tx, to)
    if (holder && holder !== id) throw fieldError('CONFLICT', '/to', `The handle “${to}” is already taken.`)
    if (!holder) requireNameRoom('publisher', await countHandles(tx, id))
    await updateHandle(tx, id, to)
    for (const skillSet of await listSkillSetSlugs(tx, id)) {
      const names = { from: `${from}.${skillSet.slug}`, to: `${to}.${skillSet.slug}` }
      await replaceStoredNames(tx, skillSet.id, names)
      await refreshCatalogEntries(tx, skillSet.id)
    }
    const about = { subjectType: 'publisher' as const, subjectId: id, subject: to }
    await recordAudit(tx, { actor: viewer, action: 'publisher.rename', ...about, data: { from, to } })
  }, LONG_TRANSACTION)
  return to
}

/**
 * Gives the SkillSet another slug, and returns it. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for plain members,
 * INVALID_INPUT, LIMIT_REACHED, CONFLICT for a taken slug, and PRECONDITION_FAILED while a version is in review.
 */
export async function renameSlug(
  ctx: Context,
  request: { skillSetId: string; slug: string },
): Promise<string> {
  const { viewer, skillSet } = await requireOwnSkillSetAdmin(ctx, request.skillSetId)
  const { id, slug: from, publisher } = skillSet
  const slug = request.slug.trim()
  if (slug === from) throw fieldError('INVALID_INPUT', '/slug', `The slug is already “${slug}”.`)
  if (!isSlug(slug))
    throw fieldError('INVALID_INPUT', '/slug', 'Use 1-64 lowercase letters, digits and underscores.')
  await ctx.db.$transaction(async (tx) => {
    await lockPublisher(tx, publisher.id)
    await requireNoReview(tx, id)
    const holder = await findSlugHolder(tx, { publisherId: publisher.id, slug })
    if (holder && holder !== id)
      throw fieldError(
        'CONFLICT',
        '/slug',
        `${publisher.handle} has, or had, another SkillSet called “${slug}”.`,
      )
    if (!holder) requireNameRoom('SkillSet', await countSlugs(tx, id))
    await changeFullName(tx, { id, from: `${publisher.handle}.${from}`, publisher, slug })
    const about = { subjectType: 'skill_set' as const, subjectId: id, subject: `${publisher.handle}.${slug}` }
    await recordAudit(tx, { actor: viewer, action: 'skill_set.rename', ...about, data: { from, to: slug } })
  }, LONG_TRANSACTION)
  return slug
}

type NameMove = { id: string; from: string; publisher: { id: string; handle: string }; slug: string }

/** Gives the SkillSet a name under `publisher`, and updates everything that stores the old one. */
export async function changeFullName(tx: Tx, { id, from, publisher, slug }: NameMove): Promise<void> {
  await updateFullName(tx, id, { publisherId: publisher.id, slug })
  await replaceStoredNames(tx, id, { from, to: `${publisher.handle}.${slug}` })
  await refreshCatalogEntries(tx, id)
}

/**
 * Locks the SkillSet and requires that none of its versions is in review: the reviewer sees the name that was submitted,
 * so it must not change before the decision.
 */
async function requireNoReview(tx: Tx, skillSetId: string): Promise<void> {
  await lockSkillSet(tx, skillSetId)
  if (!(await hasVersionInReview(tx, skillSetId))) return
  throw new AppError('PRECONDITION_FAILED', {
    message: 'A version of this SkillSet is in review.',
    suggestedAction: 'Wait for the decision, or withdraw the submission.',
  })
}

function requireNameRoom(subject: 'publisher' | 'SkillSet', used: number): void {
  if (used < MAX_NAMES) return
  throw limitReached('names', {
    max: MAX_NAMES,
    used,
    message: `This ${subject} has used ${used} names, the maximum. Former names stay reserved.`,
  })
}

export function changedError(subject: 'publisher' | 'SkillSet'): AppError {
  return new AppError('CONFLICT', { message: `Someone else changed this ${subject}. Reload the page.` })
}

/** Returns an error of one form field. */
export function fieldError(code: 'INVALID_INPUT' | 'CONFLICT', path: string, message: string): AppError {
  return new AppError(code, { message, issues: [{ path, message }] })
}

/**
 * Locks the SkillSet and requires that it may change its owner. Throws PRECONDITION_FAILED while a version is in review,
 * and POLICY_DENIED while an admin restricts it or its publisher: under another publisher it would escape that.
 */
export async function requireTransferable(tx: Tx, skillSetId: string): Promise<void> {
  await requireNoReview(tx, skillSetId)
  const { restriction } = (await findSkillSetById(tx, skillSetId)) ?? {}
  if (!restriction) return
  throw new AppError('POLICY_DENIED', {
    message: `An admin is looking into this SkillSet, so it cannot be transferred: ${restriction.reason}`,
  })
}
