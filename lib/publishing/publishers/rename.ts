/** New names for publishers and SkillSets. Former names keep leading to them and stay reserved. */

import { imitationError } from '../../accounts/require-distinct-name.ts'
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
  changeHandle,
  changeSkillSetName,
  countHandles,
  countSlugs,
  findCurrentHandle,
  findHandleHolder,
  findSlugHolder,
  lockPublisher,
  lockPublisherNames,
  replaceStoredNames,
} from '../rows/former-names.ts'
import { findSkillSetById } from '../rows/published-versions.ts'
import { listSkillSetSlugs } from '../rows/skill-sets.ts'
import { hasVersionInReview, lockSkillSet } from '../rows/versions.ts'
import { requireOwnPublisher } from './require-own-publisher.ts'

/** Every name stays reserved, so renaming must not collect names. */
export const MAX_NAMES = 5

/**
 * Returns the new handle. A verified publisher has to be verified again. Throws UNAUTHENTICATED, NOT_FOUND,
 * POLICY_DENIED for plain members, INVALID_INPUT, LIMIT_REACHED, and CONFLICT for a taken handle.
 */
export async function renamePublisher(ctx: Context, wanted: { handle: string; to: string }): Promise<string> {
  const { viewer, publisher } = await requireOwnPublisher(ctx, wanted.handle, 'ADMIN')
  const { id, handle: from, organisationId } = publisher
  const to = wanted.to.trim()
  if (to === from) throw refused('INVALID_INPUT', '/to', `The handle is already “${to}”.`)
  const error = handleError(to) ?? (await imitationError(ctx.db, { name: to, organisationId }))
  if (error) throw refused('INVALID_INPUT', '/to', error)
  await ctx.db.$transaction(async (tx) => {
    await lockPublisherNames(tx)
    await lockPublisher(tx, id)
    if ((await findCurrentHandle(tx, from)) !== from) throw changedError()
    const holder = await findHandleHolder(tx, to)
    if (holder && holder !== id) throw refused('CONFLICT', '/to', `The handle “${to}” is already taken.`)
    if (!holder) requireNameRoom('publisher', await countHandles(tx, id))
    await changeHandle(tx, id, to)
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
 * Returns the new slug. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for plain members and above the limit of names,
 * INVALID_INPUT, CONFLICT for a taken slug, and PRECONDITION_FAILED while a version is in review.
 */
export async function renameSlug(
  ctx: Context,
  wanted: { skillSetId: string; slug: string },
): Promise<string> {
  const { viewer, skillSet } = await requireOwnSkillSetAdmin(ctx, wanted.skillSetId)
  const { id, slug: from, publisher } = skillSet
  const slug = wanted.slug.trim()
  if (slug === from) throw refused('INVALID_INPUT', '/slug', `The slug is already “${slug}”.`)
  if (!isSlug(slug))
    throw refused('INVALID_INPUT', '/slug', 'Use 1-64 lowercase letters, digits and underscores.')
  await ctx.db.$transaction(async (tx) => {
    await lockPublisher(tx, publisher.id)
    await requireNoReview(tx, id)
    const holder = await findSlugHolder(tx, { publisherId: publisher.id, slug })
    if (holder && holder !== id)
      throw refused(
        'CONFLICT',
        '/slug',
        `${publisher.handle} has, or had, another SkillSet called “${slug}”.`,
      )
    if (!holder) requireNameRoom('SkillSet', await countSlugs(tx, id))
    await moveName(tx, { id, from: `${publisher.handle}.${from}`, publisher, slug })
    const about = { subjectType: 'skill_set' as const, subjectId: id, subject: `${publisher.handle}.${slug}` }
    await recordAudit(tx, { actor: viewer, action: 'skill_set.rename', ...about, data: { from, to: slug } })
  }, LONG_TRANSACTION)
  return slug
}

type NameMove = { id: string; from: string; publisher: { id: string; handle: string }; slug: string }

/** Moves the SkillSet to a name of the publisher, with everything that states the name. Call within a transaction. */
export async function moveName(tx: Tx, { id, from, publisher, slug }: NameMove): Promise<void> {
  await changeSkillSetName(tx, id, { publisherId: publisher.id, slug })
  await replaceStoredNames(tx, id, { from, to: `${publisher.handle}.${slug}` })
  await refreshCatalogEntries(tx, id)
}

/** A reviewer sees the frozen name, so it cannot change during a review. Locks the SkillSet. */
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

export function changedError(): AppError {
  return new AppError('CONFLICT', { message: 'It changed in the meantime. Reload the page.' })
}

export function refused(code: 'INVALID_INPUT' | 'CONFLICT', path: string, message: string): AppError {
  return new AppError(code, { message, issues: [{ path, message }] })
}

/** Under another publisher, a SkillSet would escape the suspension of its own. Locks it. */
export async function requireMovable(tx: Tx, skillSetId: string): Promise<void> {
  await requireNoReview(tx, skillSetId)
  const { restriction } = (await findSkillSetById(tx, skillSetId)) ?? {}
  if (!restriction) return
  throw new AppError('POLICY_DENIED', {
    message: `An admin is looking into this SkillSet, so it cannot be transferred: ${restriction.reason}`,
  })
}
