import { keepImagesOf } from '../../blobs/images/images.ts'
import {
  attachSkillFiles,
  releaseUnusedSkillFiles,
  requireRoomForSkills,
  requireSkillFiles,
  type UploadedFile,
} from '../../blobs/skill-files/store-skill-files.ts'
import { type Context, workOwner } from '../../context/context.ts'
import { exampleSecretIssues } from '../../contracts/checks/example-secrets.ts'
import { longListIssues } from '../../contracts/document/parse-document.ts'
import { readDocument } from '../../contracts/document/read-document.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'
import { readSiteRules } from '../../settings/site-rules.ts'
import type { DraftProgram } from '../model/draft-program.ts'
import { findDraftHead, findDraftSize, replaceDraft } from '../rows/drafts.ts'
import { isPublished, updateDisplayName, updateUnpublishedSlug } from '../rows/skill-sets.ts'
import { findDraftProgram } from './draft-program.ts'
import { type Inspection, readSlug } from './inspect-document.ts'
import { inspectInThread } from './inspect-in-thread.ts'
import { priceDraftCalls } from './price-draft.ts'
import { requireOwnSkillSetAdmin } from './require-own-skill-set.ts'
import { findSaverName } from './saver-name.ts'

/**
 * Smaller drafts, and those that shrink, are saved above the quota too, so that an author can always go on writing and
 * make room.
 */
const SMALL_CHARS = 64 * 1024

type SaveDraftRequest = {
  skillSetId: string
  document: Json
  revision: number
  uploaded?: readonly UploadedFile[]
  /** The program that wrote the document, if that is not the one that calls. */
  program?: DraftProgram
}

/** `slug` is the SkillSet's, which differs from the document's if that is not available. */
type SavedDraft = { revision: number; savedAtMs: number; slug: string }

/**
 * Stores the draft without validating it, since a half-written document must not be lost. Moves the SkillSet to the
 * document's name and, until something is published, to its slug.
 *
 * Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for plain members, INVALID_INPUT if the document is too large, not an
 * object, or names missing files, CONFLICT with `params: {by, atMs, revision}` if `revision` is outdated, and
 * LIMIT_REACHED if the quota of skills is used up.
 */
export async function saveDraft(ctx: Context, request: SaveDraftRequest): Promise<SavedDraft> {
  const { skillSetId, document, revision, uploaded = [], program } = request
  const { viewer, skillSet } = await requireOwnSkillSetAdmin(ctx, skillSetId)
  const text = JSON.stringify(document)
  const { issues } = readDocument(text)
  if (issues) throw new AppError('INVALID_INPUT', { message: issues[0]?.message, issues })
  requireStorableDraft(document)

  const owner = { organisationId: skillSet.publisher.organisationId, userId: viewer.userId }
  const isLarge = text.length > SMALL_CHARS
  const name = toStorableName(isObject(document) ? document.name : undefined, skillSet.slug)
  const wantedSlug = readSlug(document)
  return ctx.db.$transaction(async (tx) => {
    // Locks the SkillSet before its draft, as renames do: the other order could deadlock with one.
    const target = { id: skillSetId, publisherId: skillSet.publisher.id, slug: wantedSlug ?? skillSet.slug }
    const isMoved = target.slug !== skillSet.slug && (await updateUnpublishedSlug(tx, target))
    await updateDisplayName(tx, skillSetId, name)
    const before = isLarge ? await findDraftSize(tx, skillSetId) : 0
    const by = { updatedById: viewer.userId, program: program ?? (await findDraftProgram(ctx)) }
    const saved = await replaceDraft(tx, { skillSetId, revision, document, ...by })
    if (!saved) throw await draftConflictError(tx, skillSetId)
    await attachSkillFiles(tx, { skillSetId, owner, uploaded })
    await requireSkillFiles(tx, skillSetId, document)
    await keepImagesOf(tx, document)
    await releaseUnusedSkillFiles(tx, skillSetId, document)
    if (isLarge && (await findDraftSize(tx, skillSetId)) > before)
      await requireRoomForSkills(tx, owner.organisationId)
    const slug = isMoved ? target.slug : skillSet.slug
    return { revision: saved.revision, savedAtMs: saved.updatedAt.getTime(), slug }
  })
}

/**
 * Throws INVALID_INPUT for a draft with longer lists than a SkillSet may have, because its page draws every entry, and
 * for a secret in an example, because drafts are exported and submitted.
 */
export function requireStorableDraft(document: Json): void {
  const tooLong = longListIssues(document)
  if (tooLong.length > 0)
    throw new AppError('INVALID_INPUT', { message: tooLong[0]?.message, issues: tooLong })
  const issues = exampleSecretIssues(document)
  if (issues.length === 0) return
  throw new AppError('INVALID_INPUT', {
    message: `An example has a value for the secret ${issues[0]?.params?.label}. Examples are public, so it was not saved.`,
    issues,
    suggestedAction: 'Remove the value from the example, and enter it under Test settings.',
  })
}

/** Returns who saved the draft and when, as parameters: the browser formats the time in the reader's zone. */
async function draftConflictError(tx: Tx, skillSetId: string): Promise<AppError> {
  const head = await findDraftHead(tx, skillSetId)
  if (!head) return new AppError('NOT_FOUND', { message: 'This draft has been deleted.' })
  const by = await findSaverName(tx, head)
  const params = { by, atMs: head.updatedAt.getTime(), revision: head.revision }
  const message = `${by} saved this draft while you were editing it.`
  return new AppError('CONFLICT', {
    message,
    issues: [{ path: '', message, params }],
    suggestedAction: 'Choose which version to keep.',
  })
}

const MAX_CHARS = 100

/** Returns a display name that a column can store: a draft's may have NUL characters, lone surrogates, or any length. */
export function toStorableName(name: Json | undefined, slug: string): string {
  const text = typeof name === 'string' ? name.replaceAll('\0', '').toWellFormed().trim() : ''
  return text.slice(0, MAX_CHARS).toWellFormed() || slug
}

/** Saves as `saveDraft` does, and returns the problems and prices of the new draft as well. Throws as `saveDraft`. */
export async function saveAndInspect(
  ctx: Context,
  request: { skillSetId: string; document: Json; revision: number },
): Promise<SavedDraft & Inspection & { callPrices: Record<string, string> }> {
  const saved = await saveDraft(ctx, request)
  const callPrices = await priceDraftCalls(ctx, request.skillSetId, request.document)
  const isFixed = await isPublished(ctx.db, request.skillSetId)
  const known = { slug: saved.slug, isFixed, rules: await readSiteRules(ctx.db) }
  return { ...saved, callPrices, ...(await inspectInThread(request.document, known, workOwner(ctx))) }
}
