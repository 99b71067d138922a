/**
 * An uploaded skill folder into a draft: a SkillSet of its own, or one more skill of another. Floor 3.
 *
 * Source: specification "Skills Protocol", Skill folder, last lines.
 */
import { type Context, requireSkillSet, requireViewer } from '../context.ts'
import { emptyDocument } from '../contract/document/empty-document.ts'
import { parseDocument } from '../contract/document/parse-document.ts'
import type { Permissions, SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { Json } from '../contract/json/json.ts'
import { AppError, type Issue, issueText } from '../errors.ts'
import { type Around, type FolderFile, readFolder } from '../folders/read-folder.ts'
import { readZip } from '../folders/read-zip.ts'
import { createSkillSet } from './create-skill-set.ts'
import { getDraft } from './get-draft.ts'
import { listMySkillSets } from './list-my-skill-sets.ts'
import { startNewVersion } from './new-version.ts'
import { saveDraft } from './save-draft.ts'

export type FolderUpload = {
  /** The publisher's handle; may be left out where the organisation has one. */
  handle?: string
  /** The slug of the SkillSet that gets the skill; a new one when left out. */
  into?: string
  /** A zip archive, or the files themselves. */
  content: Uint8Array | readonly FolderFile[]
  /** What the folder is called, where the files do not say it. */
  directory?: string
}

export type ImportedFolder = {
  skillSetId: string
  /** publisher.skillset.skill */
  name: string
  /** True when the SkillSet had a skill of that slug, which this one replaced in its draft. */
  isReplaced: boolean
  /** What was taken otherwise than it was written. */
  findings: Issue[]
}

/**
 * Puts the folder's skill into a draft; publishing it is the next step, with every check of the studio.
 *
 * Any member may. Throws UNAUTHENTICATED, POLICY_DENIED for a key that is for other SkillSets, INVALID_INPUT with every reason why the folder is none, NOT_FOUND for a
 * handle or a SkillSet that the viewer's organisation does not have, CONFLICT for a slug that is taken, and
 * PRECONDITION_FAILED without a handle.
 */
export async function importFolder(ctx: Context, upload: FolderUpload): Promise<ImportedFolder> {
  requireViewer(ctx)
  const { skill, around, findings } = readUpload(upload)
  const handle = await chooseHandle(ctx, upload.handle)
  requireSkillSet(ctx, `${handle}.${upload.into ?? skill.slug}`)
  if (upload.into === undefined) {
    const { version = '1.0.0', ...rest } = around
    const { slug, name, description } = skill
    const document = emptyDocument({ slug, name, description, version, ...rest, skills: [skill] })
    const skillSetId = await createSkillSet(ctx, { handle, document: checked(document) })
    return { skillSetId, name: `${handle}.${slug}.${slug}`, isReplaced: false, findings }
  }
  const { skillSetId, draft } = await openDraft(ctx, handle, upload.into)
  const before = draft.document as unknown as SkillSetDocument
  const isReplaced = before.skills.some(({ slug }) => slug === skill.slug)
  const skills = isReplaced
    ? before.skills.map((each) => (each.slug === skill.slug ? skill : each))
    : [...before.skills, skill]
  const merged = merge(before, around)
  const document = checked({ ...merged.document, skills })
  await saveDraft(ctx, { skillSetId, document: document as unknown as Json, revision: draft.revision })
  const name = `${handle}.${upload.into}.${skill.slug}`
  return { skillSetId, name, isReplaced, findings: [...findings, ...merged.findings] }
}

function readUpload({ content, directory }: FolderUpload) {
  const unpacked = content instanceof Uint8Array ? readZip(content) : { files: content }
  if (!unpacked.files) throw refused(unpacked.issues)
  const read = readFolder(unpacked.files, directory)
  if (read.issues) throw refused(read.issues)
  return read
}

function checked(document: SkillSetDocument): SkillSetDocument {
  const parsed = parseDocument(document)
  if (!parsed.document) throw refused(parsed.issues)
  return parsed.document
}

function refused(issues: Issue[] = []): AppError {
  const [first] = issues
  const message =
    issues.length === 1 && first ? issueText(first) : `The folder has ${issues.length} problems.`
  return new AppError('INVALID_INPUT', { message, issues })
}

async function chooseHandle(ctx: Context, wanted: string | undefined): Promise<string> {
  const { organisationName, publishers } = await listMySkillSets(ctx)
  const handles = publishers.map(({ handle }) => handle)
  const [first] = handles
  if (!first) {
    const message = `${organisationName} has no publisher handle yet. Claim one on the site, under Publish.`
    throw new AppError('PRECONDITION_FAILED', { message })
  }
  if (wanted !== undefined && !handles.includes(wanted)) {
    throw new AppError('NOT_FOUND', { message: `${organisationName} does not publish as “${wanted}”.` })
  }
  if (wanted === undefined && handles.length > 1) {
    const message = `${organisationName} publishes as ${handles.join(', ')}: say which.`
    throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/handle', message: 'is needed' }] })
  }
  return wanted ?? first
}

/** The draft of a SkillSet of the organisation the viewer acts for; begun from what is published if need be. */
async function openDraft(ctx: Context, handle: string, slug: string) {
  const { skillSets } = await listMySkillSets(ctx)
  const known = skillSets.find((each) => each.handle === handle && each.slug === slug)
  if (!known) throw new AppError('NOT_FOUND', { message: `There is no SkillSet ${handle}.${slug}.` })
  if (!known.hasDraft) await startNewVersion(ctx, known.id)
  const { draft } = await getDraft(ctx, known.id)
  if (!draft) throw new AppError('CONFLICT', { message: 'The draft was deleted meanwhile.' })
  return { skillSetId: known.id, draft }
}

/** What the skill needs is added to what the SkillSet has; what the two say differently stays as it was, and is said. */
function merge(before: SkillSetDocument, around: Around): { document: SkillSetDocument; findings: Issue[] } {
  const { configDefinitions = [], migrations = [], requires, requiredIntegrationProviders = [] } = around
  const known = new Map(before.configDefinitions?.map((each) => [each.key, JSON.stringify(each)]))
  const added = configDefinitions.filter(({ key }) => !known.has(key))
  const other = configDefinitions.filter(
    (each) => known.has(each.key) && known.get(each.key) !== JSON.stringify(each),
  )
  const kept = [
    ...other.map(({ key }) => `The SkillSet has a setting ${key} already, which stays as it is.`),
    ...(requires !== undefined && before.requires !== undefined && requires !== before.requires
      ? [`The SkillSet runs on Guildhall ${before.requires}, which stays; the folder says ${requires}.`]
      : []),
    ...(migrations.length > 0
      ? ['Migrations belong to a whole SkillSet, so those of the folder were left out.']
      : []),
  ]
  const providers = [
    ...new Set([...(before.requiredIntegrationProviders ?? []), ...requiredIntegrationProviders]),
  ]
  const permissions = union(before.permissions, around.permissions)
  const document = {
    ...before,
    ...(added.length > 0 && { configDefinitions: [...(before.configDefinitions ?? []), ...added] }),
    ...(before.requires === undefined && requires !== undefined && { requires }),
    ...(providers.length > 0 && { requiredIntegrationProviders: providers }),
    ...(permissions && { permissions }),
  }
  return { document, findings: kept.map((message) => ({ path: '', keyword: 'merge', message })) }
}

function union(before: Permissions = {}, added: Permissions | undefined): Permissions | undefined {
  if (!added) return undefined
  const both = (key: 'network' | 'tools' | 'vault' | 'skills') => {
    const list = [...new Set([...(before[key] ?? []), ...(added[key] ?? [])])]
    return list.length > 0 ? { [key]: list } : {}
  }
  const known = before.secrets ?? []
  const secrets = [
    ...known,
    ...(added.secrets ?? []).filter(({ key }) => !known.some((each) => each.key === key)),
  ]
  return {
    ...before,
    ...both('network'),
    ...both('tools'),
    ...both('vault'),
    ...both('skills'),
    ...(secrets.length > 0 && { secrets }),
  }
}
