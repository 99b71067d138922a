import {
  readSkillFiles,
  readSkillFolder,
  type SkillFolder,
} from '../../blobs/skill-files/read-skill-files.ts'
import type { Context } from '../../context/context.ts'
import { type StoredResource, storedResources } from '../../contracts/checks/check-resources.ts'
import { parseDocument } from '../../contracts/document/parse-document.ts'
import { DOCUMENT_MAX_BYTES, writeDocument } from '../../contracts/document/read-document.ts'
import { inlineContent } from '../../contracts/skill-folders/read-resources.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { valueAt } from '../../kernel/json/json-pointer.ts'
import { paths } from '../../kernel/site/paths.ts'
import { formatBytes } from '../../kernel/text/format.ts'
import { findDraft } from '../rows/drafts.ts'
import { requireOwnSkillSet } from './require-own-skill-set.ts'

type Download = { fileName: string; text: string }

/**
 * Returns the draft as a JSON file that contains its stored files. Throws UNAUTHENTICATED, NOT_FOUND, and
 * PRECONDITION_FAILED if that would be larger than a document may be.
 */
export async function exportDocument(ctx: Context, skillSetId: string): Promise<Download> {
  const { slug, document } = await requireDraft(ctx, skillSetId)
  const stored = storedResources(document)
  const storedBytes = stored.reduce((sum, { sizeBytes }) => sum + Number(sizeBytes), 0)
  const tooLarge = () => tooLargeError(skillSetId, stored, storedBytes)
  if (storedBytes > DOCUMENT_MAX_BYTES) throw tooLarge()
  const text = writeDocument(await inlineFiles(ctx, { skillSetId, document, stored }))
  if (stored.length > 0 && Buffer.byteLength(text) > DOCUMENT_MAX_BYTES) throw tooLarge()
  return { fileName: `${slug}.skillset.json`, text }
}

/**
 * Returns one skill of the draft as a folder. Throws UNAUTHENTICATED, NOT_FOUND, and INVALID_INPUT for an unfinished
 * draft.
 */
export async function exportDraftFolder(
  ctx: Context,
  { skillSetId, skill: skillSlug }: { skillSetId: string; skill: string },
): Promise<SkillFolder> {
  const draft = await requireDraft(ctx, skillSetId)
  const { document, issues } = parseDocument(draft.document)
  if (!document) throw new AppError('INVALID_INPUT', { issues })
  const skill = document.skills.find(({ slug }) => slug === skillSlug)
  if (!skill) throw new AppError('NOT_FOUND', { message: `This draft has no skill “${skillSlug}”.` })
  return readSkillFolder(ctx.db, {
    name: `${draft.handle}.${draft.slug}.${skillSlug}`,
    document,
    skill,
    skillSetId,
  })
}

async function requireDraft(ctx: Context, skillSetId: string) {
  const { skillSet } = await requireOwnSkillSet(ctx, skillSetId)
  const draft = await findDraft(ctx.db, skillSetId)
  if (!draft) throw new AppError('NOT_FOUND', { message: 'This SkillSet has no draft.' })
  return { document: draft.document, slug: skillSet.slug, handle: skillSet.publisher.handle }
}

type StoredDraft = { skillSetId: string; document: Json; stored: readonly StoredResource[] }

/** Returns a copy with the files' content. */
async function inlineFiles({ db }: Context, { skillSetId, document, stored }: StoredDraft): Promise<Json> {
  const copy = structuredClone(document)
  const resources = stored.map(({ pointer }) => valueAt(copy, pointer) as JsonObject)
  const files = await readSkillFiles(
    db,
    skillSetId,
    stored.map(({ sha256, sizeBytes }) => ({ path: '', kind: '', sha256, sizeBytes: Number(sizeBytes) })),
  )
  for (const [index, { bytes }] of files.entries()) {
    const resource = resources[index]!
    delete resource.sha256
    delete resource.sizeBytes
    Object.assign(resource, inlineContent(bytes))
  }
  return copy
}

function tooLargeError(skillSetId: string, stored: readonly StoredResource[], bytes: number): AppError {
  return new AppError('PRECONDITION_FAILED', {
    message: `This draft has ${stored.length} large files of ${formatBytes(bytes)} together, too much for one JSON file.`,
    suggestedAction: `Download each skill as a zip archive, under its files or from ${paths.draft(skillSetId, 'SKILL')}.`,
  })
}
