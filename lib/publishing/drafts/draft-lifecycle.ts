import { recordAudit } from '../../audit/audit-log.ts'
import { keepImagesOf } from '../../blobs/images/images.ts'
import {
  attachSkillFiles,
  releaseUnusedSkillFiles,
  requireRoomForSkills,
  requireSkillFiles,
  type UploadedFile,
} from '../../blobs/skill-files/store-skill-files.ts'
import { type Context, requireOrganisationAdmin } from '../../context/context.ts'
import { withoutExampleSecrets } from '../../contracts/checks/example-secrets.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import {
  bumpVersion,
  compareVersions,
  isPrerelease,
  isVersion,
} from '../../contracts/versions/version-number.ts'
import { LIVE_STATES, type VersionState } from '../../contracts/versions/version-states.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { limitReached } from '../../kernel/limit-reached.ts'
import { isSlug } from '../../kernel/names/skill-name.ts'
import { paths } from '../../kernel/site/paths.ts'
import { deleteDraftRow, insertDraft } from '../rows/drafts.ts'
import { findCurrentHandle, findSlugHolder } from '../rows/former-names.ts'
import { findSkillSetById } from '../rows/published-versions.ts'
import { deleteLapsedRepository } from '../rows/publisher-proofs.ts'
import { listOwnPublishers } from '../rows/publishers.ts'
import { countSkillSets, deleteUnpublished, insertSkillSet, isPublished } from '../rows/skill-sets.ts'
import { findVersion, listVersionHeads, lockSkillSet } from '../rows/versions.ts'
import { findDraftProgram } from './draft-program.ts'
import { requireOwnSkillSet, requireOwnSkillSetAdmin } from './require-own-skill-set.ts'
import { requireStorableDraft, toStorableName } from './save-draft.ts'

type NewSkillSet = {
  handle: string
  document: SkillSetDocument
  /** Files that the document names by their hash. */
  uploaded?: readonly UploadedFile[]
}

/** The quota of bytes does not count small drafts, so their number is limited instead. */
const MAX_SKILL_SETS = 1_000

/**
 * Creates a SkillSet with the document as its draft, and returns its id.
 *
 * Throws UNAUTHENTICATED, POLICY_DENIED for plain members, NOT_FOUND if the organisation does not own the handle,
 * INVALID_INPUT without a valid slug or for files that were not uploaded, CONFLICT if the slug is taken, and
 * LIMIT_REACHED if the publisher has too many SkillSets or the organisation's quota of skills is used up.
 */
export async function createSkillSet(ctx: Context, newSkillSet: NewSkillSet): Promise<string> {
  const { handle, document, uploaded = [] } = newSkillSet
  const viewer = requireOrganisationAdmin(ctx)
  const publishers = await listOwnPublishers(ctx.db, viewer.organisationId)
  const current = (await findCurrentHandle(ctx.db, handle)) ?? handle
  const publisher = publishers.find((each) => each.handle === current)
  if (!publisher) {
    const message = `${viewer.organisationName} does not publish as “${handle}”.`
    throw new AppError('NOT_FOUND', { message })
  }
  const { slug } = document
  requireStorableDraft(document as Json)
  if (!isSlug(slug)) throw invalidSlug('slug must be 1-64 chars, alphanumeric + underscore')

  return ctx.db.$transaction(async (tx) => {
    const used = await countSkillSets(tx, publisher.id)
    if (used >= MAX_SKILL_SETS) {
      const message = `${current} has ${used} SkillSets, the maximum.`
      throw limitReached('skill_sets', {
        max: MAX_SKILL_SETS,
        used,
        message,
        issues: [{ path: '/slug', message }],
      })
    }
    const skillSet = { publisherId: publisher.id, slug, name: toStorableName(document.name, slug) }
    const skillSetId = await insertSkillSet(tx, skillSet)
    if (!skillSetId) {
      throw await takenSlugError(tx, publisher.id, slug)
    }
    const json = document as Json
    await attachSkillFiles(tx, { skillSetId, owner: viewer, uploaded })
    await requireSkillFiles(tx, skillSetId, json)
    await keepImagesOf(tx, json)
    const by = { updatedById: viewer.userId, program: await findDraftProgram(ctx) }
    await insertDraft(tx, { skillSetId, document: json, ...by })
    await requireRoomForSkills(tx, viewer.organisationId)
    await recordAudit(tx, {
      actor: viewer,
      action: 'skill_set.create',
      subjectType: 'skill_set',
      subjectId: skillSetId,
      subject: `${current}.${slug}`,
    })
    return skillSetId
  })
}

/** Returns a CONFLICT that links to the studio of the publisher's SkillSet with this slug, if there is one. */
async function takenSlugError(tx: Tx, publisherId: string, slug: string): Promise<AppError> {
  const holder = await findSlugHolder(tx, { publisherId, slug })
  const found = holder && (await findSkillSetById(tx, holder))
  // The holder may have been transferred to another publisher since, and must not be named to this one then.
  const own = found && found.publisher.id === publisherId ? found : undefined
  const [message, suggestedAction] =
    own?.slug === slug
      ? [
          `You already have a SkillSet called “${slug}”.`,
          'To change it, open its studio and choose “Upload JSON…”. To make another one, choose another slug.',
        ]
      : [
          `“${slug}” is a former slug of another SkillSet of yours, and stays reserved.`,
          'Choose another slug.',
        ]
  return new AppError('CONFLICT', {
    message,
    issues: [{ path: '/slug', message }],
    suggestedAction,
    ...(own && { href: paths.publishSkillSet(own.id) }),
  })
}

function invalidSlug(message: string): AppError {
  return new AppError('INVALID_INPUT', { message, issues: [{ path: '/slug', message }] })
}

/**
 * Returns the document of the highest live version with the next free number and an empty changelog. Stores nothing.
 * Throws UNAUTHENTICATED, NOT_FOUND, and PRECONDITION_FAILED if no version is live.
 */
export async function draftNextVersion(ctx: Context, skillSetId: string): Promise<SkillSetDocument> {
  const { skillSet } = await requireOwnSkillSet(ctx, skillSetId)
  const heads = await listVersionHeads(ctx.db, skillSetId)
  const [base] = heads
    .filter(({ state }) => (LIVE_STATES as readonly VersionState[]).includes(state))
    .toSorted((a, b) => compareVersions(b.number, a.number))
  const version = base && (await findVersion(ctx.db, base.id))
  if (!version) {
    throw new AppError('PRECONDITION_FAILED', { message: 'There is no published version to start from.' })
  }
  const number = nextNumber(heads.map((head) => head.number))
  const { slug } = skillSet
  return {
    ...withoutExampleSecrets(version.document),
    slug,
    version: number,
    ...('changelog' in version.document && { changelog: '' }),
  }
}

/**
 * Stores the document of `draftNextVersion` as the draft. Throws as that, POLICY_DENIED for plain members, and CONFLICT
 * if there is a draft.
 */
export async function startNewVersion(ctx: Context, skillSetId: string): Promise<void> {
  const { viewer } = await requireOwnSkillSetAdmin(ctx, skillSetId)
  const document = (await draftNextVersion(ctx, skillSetId)) as Json
  const by = { updatedById: viewer.userId, program: await findDraftProgram(ctx) }
  if (!(await insertDraft(ctx.db, { skillSetId, document, ...by }))) {
    throw new AppError('CONFLICT', {
      message: 'This SkillSet already has a draft.',
      suggestedAction: 'Edit that draft, or delete it first.',
      href: paths.publishSkillSet(skillSetId),
    })
  }
}

/** Counts rejected and yanked versions too, because their numbers are never reused. */
function nextNumber(numbers: readonly string[]): string {
  const [highest] = numbers.filter(isVersion).toSorted((a, b) => compareVersions(b, a))
  if (!highest) return '1.0.0'
  // 2.0.0-beta.1 leads to 2.0.0.
  return isPrerelease(highest) ? (highest.split('-')[0] ?? highest) : bumpVersion(highest, 'patch')
}

/**
 * Deletes the draft and keeps the published versions. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for plain members,
 * CONFLICT if the draft was saved in the meantime, and PRECONDITION_FAILED if nothing was ever published: delete the
 * SkillSet then (`deleteSkillSet`).
 */
export async function deleteDraft(
  ctx: Context,
  { skillSetId, revision }: { skillSetId: string; revision: number },
): Promise<void> {
  await requireOwnSkillSetAdmin(ctx, skillSetId)
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, skillSetId)
    if (!(await isPublished(tx, skillSetId))) {
      const message = 'This SkillSet has no published version. Delete the SkillSet instead.'
      throw new AppError('PRECONDITION_FAILED', { message })
    }
    if (!(await deleteDraftRow(tx, { skillSetId, revision }))) {
      throw new AppError('CONFLICT', { message: 'This draft has been saved since you opened it.' })
    }
    await releaseUnusedSkillFiles(tx, skillSetId, null)
  })
}

/**
 * Deletes a SkillSet of which nothing was ever published. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for plain
 * members, and PRECONDITION_FAILED if a version is in review or was ever published.
 */
export async function deleteSkillSet(ctx: Context, skillSetId: string): Promise<void> {
  const { viewer, skillSet } = await requireOwnSkillSetAdmin(ctx, skillSetId)
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, skillSetId)
    if (!(await deleteUnpublished(tx, skillSetId))) {
      const message = 'This SkillSet has versions that are published or in review, so you cannot delete it.'
      throw new AppError('PRECONDITION_FAILED', {
        message,
        suggestedAction: 'Withdraw the submission, or deprecate its versions.',
      })
    }
    await deleteLapsedRepository(tx, skillSet.publisher.id)
    await recordAudit(tx, {
      actor: viewer,
      action: 'skill_set.delete',
      subjectType: 'skill_set',
      subjectId: skillSetId,
      subject: `${skillSet.publisher.handle}.${skillSet.slug}`,
    })
  })
}
