import { findNames } from '../../accounts/rows/users.ts'
import { keepImagesOf } from '../../blobs/images/images.ts'
import {
  attachSkillFiles,
  releaseUnusedSkillFiles,
  requireRoomForSkills,
  requireSkillFiles,
  type UploadedFile,
} from '../../blobs/skill-files/store-skill-files.ts'
import { type Context, workOwner } from '../../context/context.ts'
import { readDocument } from '../../contracts/document/read-document.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'
import { findDraftHead, findDraftSize, replaceDraft } from '../rows/drafts.ts'
import { isPublished, moveSkillSet, renameSkillSet } from '../rows/skill-sets.ts'
import { type Inspection, wantedSlug } from './inspect-document.ts'
import { inspectInThread } from './inspect-in-thread.ts'
import { priceDraftCalls } from './price-draft.ts'
import { requireOwnSkillSetAdmin } from './require-own-skill-set.ts'

/** Smaller drafts, and those that shrink, are saved above the quota too. */
const SMALL_CHARS = 64 * 1024

type SaveDraftRequest = {
  skillSetId: string
  document: Json
  revision: number
  uploaded?: readonly UploadedFile[]
}

/** `slug` differs from the document's if that is not available. */
type SavedDraft = { revision: number; savedAtMs: number; slug: string }

/**
 * Does not validate the document. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for plain members, INVALID_INPUT if it is too large, not an object,
 * or names missing files, CONFLICT with `params: {by, atMs, revision}` if `revision` is outdated, and
 * LIMIT_REACHED if the quota of skills is used up.
 */
export async function saveDraft(ctx: Context, sent: SaveDraftRequest): Promise<SavedDraft> {
  const { skillSetId, document, revision, uploaded = [] } = sent
  const { viewer, skillSet } = await requireOwnSkillSetAdmin(ctx, skillSetId)
  const text = JSON.stringify(document)
  const { issues } = readDocument(text)
  if (issues) throw new AppError('INVALID_INPUT', { message: issues[0]?.message, issues })

  const owner = { organisationId: skillSet.publisher.organisationId, userId: viewer.userId }
  const isLarge = text.length > SMALL_CHARS
  const name = toStorableName(isObject(document) ? document.name : undefined, skillSet.slug)
  const wanted = wantedSlug(document)
  return ctx.db.$transaction(async (tx) => {
    // The SkillSet before its draft: renames lock them in this order, too.
    const moved = { id: skillSetId, publisherId: skillSet.publisher.id, slug: wanted ?? skillSet.slug }
    const isMoved = moved.slug !== skillSet.slug && (await moveSkillSet(tx, moved))
    await renameSkillSet(tx, skillSetId, name)
    const before = isLarge ? await findDraftSize(tx, skillSetId) : 0
    const saved = await replaceDraft(tx, { skillSetId, revision, document, updatedById: viewer.userId })
    if (!saved) throw await draftConflictError(tx, skillSetId)
    await attachSkillFiles(tx, { skillSetId, owner, uploaded })
    await requireSkillFiles(tx, skillSetId, document)
    await keepImagesOf(tx, document)
    await releaseUnusedSkillFiles(tx, skillSetId, document)
    if (isLarge && (await findDraftSize(tx, skillSetId)) > before)
      await requireRoomForSkills(tx, owner.organisationId)
    const slug = isMoved ? moved.slug : skillSet.slug
    return { revision: saved.revision, savedAtMs: saved.updatedAt.getTime(), slug }
  })
}

/** The browser formats the time. */
async function draftConflictError(tx: Tx, skillSetId: string): Promise<AppError> {
  const head = await findDraftHead(tx, skillSetId)
  if (!head) return new AppError('NOT_FOUND', { message: 'This draft was deleted in the meantime.' })
  const names = await findNames(tx, [head.updatedById])
  const by = names.get(head.updatedById) ?? 'Someone'
  const params = { by, atMs: head.updatedAt.getTime(), revision: head.revision }
  const message = `${by} saved this draft while you were editing it.`
  return new AppError('CONFLICT', {
    message,
    issues: [{ path: '', message, params }],
    suggestedAction: 'Choose which version to keep.',
  })
}

const MAX_CHARS = 100

/** Drafts may contain NUL and lone surrogates. */
export function toStorableName(name: Json | undefined, slug: string): string {
  const text = typeof name === 'string' ? name.replaceAll('\0', '').toWellFormed().trim() : ''
  return text.slice(0, MAX_CHARS).toWellFormed() || slug
}

export async function saveAndInspect(
  ctx: Context,
  request: { skillSetId: string; document: Json; revision: number },
): Promise<SavedDraft & Inspection & { callPrices: Record<string, string> }> {
  const saved = await saveDraft(ctx, request)
  const callPrices = await priceDraftCalls(ctx, request.skillSetId, request.document)
  const isFixed = await isPublished(ctx.db, request.skillSetId)
  const known = { slug: saved.slug, isFixed }
  return { ...saved, callPrices, ...(await inspectInThread(request.document, known, workOwner(ctx))) }
}
