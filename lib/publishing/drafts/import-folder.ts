/** Imports into a draft, as a new SkillSet or as a skill of another. See docs/spec/skills-protocol.md §4. */

import { withUploadedFiles } from '../../blobs/skill-files/store-skill-files.ts'
import { type Context, requireOrganisationAdmin, requireSkillSet, workOwner } from '../../context/context.ts'
import { emptyDocument } from '../../contracts/document/empty-document.ts'
import { parseDocument } from '../../contracts/document/parse-document.ts'
import { DOCUMENT_MAX_BYTES } from '../../contracts/document/read-document.ts'
import type {
  Permissions,
  SkillDocument,
  SkillSetDocument,
} from '../../contracts/document/skillset-document.ts'
import { freeSlug } from '../../contracts/programs/callable-programs.ts'
import type { readSkillUpload, SkillSetFields } from '../../contracts/skill-folders/read-folder.ts'
import { AppError, type Issue, issueText } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { runInThread } from '../../kernel/threads/run-in-thread.ts'
import type { FolderFile } from '../../kernel/zip/read-zip.ts'
import { findSkillSetByName } from '../rows/former-names.ts'
import { chooseHandle } from './choose-handle.ts'
import { createSkillSet, startNewVersion } from './draft-lifecycle.ts'
import { getDraft } from './get-draft.ts'
import { listMySkillSets } from './list-my-skill-sets.ts'
import { saveDraft } from './save-draft.ts'

type FolderUpload = {
  /** Undefined chooses the organisation's only handle. */
  handle?: string | undefined
  /** The slug of the SkillSet to import into; undefined creates a new one. */
  into?: string | undefined
  content: Uint8Array | readonly FolderFile[]
  /** The name of the folder, which is the skill's slug if its files state none. */
  directory?: string | undefined
  /** Programs of an Agent Skill become skills of their own. */
  callPrograms?: boolean | undefined
  /** Where the folder was downloaded from, which the skill's metadata states. */
  origin?: Origin
}

type Origin = {
  /** An address with the commit. */
  source: string
  /** The licence that was found or entered; a sentence such as “see LICENSE.txt” yields to it. */
  license?: string | undefined
}

type ImportedFolder = {
  skillSetId: string
  name: string
  /** The slugs of skills that run a program of the folder. */
  programs: string[]
  /** True if the draft had a skill of this slug. */
  isReplaced: boolean
  findings: Issue[]
}

/**
 * Imports the skill of a folder, and returns its full name and what could not be taken over. A skill of the same slug in
 * the SkillSet is replaced. A program of the folder replaces only the skill that an earlier import made of it; it gets
 * another slug if its own is taken.
 *
 * Throws UNAUTHENTICATED, POLICY_DENIED for plain members and for a key limited to other SkillSets, INVALID_INPUT with
 * every problem of the folder, NOT_FOUND for a handle or SkillSet of another organisation, CONFLICT for a taken slug,
 * PRECONDITION_FAILED without a handle, and LIMIT_REACHED without room for its files.
 */
export async function importFolder(ctx: Context, upload: FolderUpload): Promise<ImportedFolder> {
  requireOrganisationAdmin(ctx)
  const { skill: read, programs = [], skillSetFields, large, findings } = await readInThread(ctx, upload)
  const { origin } = upload
  const [skill, ...programSkills] = [read, ...programs].map((each) =>
    origin ? withOrigin(each, origin) : each,
  )
  if (!skill) throw new Error('A folder has a skill.')
  const handle = await chooseHandle(ctx, upload.handle)
  requireSkillSet(ctx, `${handle}.${upload.into ?? skill.slug}`)
  if (upload.into === undefined) {
    const { version = '1.0.0', ...rest } = skillSetFields
    const { slug, name, description } = skill
    const document = emptyDocument({
      slug,
      name,
      description,
      version,
      ...rest,
      skills: [skill, ...programSkills],
    })
    const newSkillSet = { handle, document: requireValidDocument(document) }
    const skillSetId = await withUploadedFiles(ctx.db, { files: large }, (uploaded) =>
      createSkillSet(ctx, { ...newSkillSet, uploaded }),
    )
    const programSlugs = programSkills.map((each) => each.slug)
    return {
      skillSetId,
      name: `${handle}.${slug}.${slug}`,
      programs: programSlugs,
      isReplaced: false,
      findings,
    }
  }
  const { skillSetId, draft } = await findOrStartDraft(ctx, handle, upload.into)
  const before = draft.document as SkillSetDocument
  const isReplaced = before.skills.some(({ slug }) => slug === skill.slug)
  const placed = placePrograms(before.skills, { skill, programs: programSkills })
  const skills = [skill, ...placed.programs].reduce(putSkill, before.skills)
  const merged = mergeFields(before, skillSetFields)
  const document = requireValidDocument({ ...merged.document, skills }) as Json
  await withUploadedFiles(ctx.db, { skillSetId, files: large }, (uploaded) =>
    saveDraft(ctx, { skillSetId, document, revision: draft.revision, uploaded }),
  )
  const name = `${handle}.${upload.into}.${skill.slug}`
  return {
    skillSetId,
    name,
    programs: placed.programs.map(({ slug }) => slug),
    isReplaced,
    findings: [...findings, ...placed.findings, ...merged.findings],
  }
}

/** Chooses the slugs of programs in a SkillSet that has skills, with a finding for each that is replaced or renamed. */
function placePrograms(
  before: readonly SkillDocument[],
  { skill, programs }: { skill: SkillDocument; programs: readonly SkillDocument[] },
): { programs: SkillDocument[]; findings: Issue[] } {
  const taken = new Set([skill.slug, ...before.map(({ slug }) => slug)])
  const placed: SkillDocument[] = []
  const messages: string[] = []
  for (const program of programs) {
    const made = program.metadata?.program
    const earlier = before.find(({ slug, metadata }) => metadata?.program === made && slug !== skill.slug)
    const slug = earlier?.slug ?? freeSlug(program.slug, taken)
    placed.push({ ...program, slug })
    if (earlier)
      messages.push(`The skill “${slug}” of an earlier import was replaced by the program ${made}.`)
    else if (slug !== program.slug)
      messages.push(
        `The SkillSet already has a skill “${program.slug}”, so the program ${made} became “${slug}”.`,
      )
  }
  return {
    programs: placed,
    findings: messages.map((message) => ({ path: '', keyword: 'programs', message })),
  }
}

/** Replaces the skill of the same slug, or adds the skill. */
function putSkill(skills: SkillDocument[], skill: SkillDocument): SkillDocument[] {
  return skills.some(({ slug }) => slug === skill.slug)
    ? skills.map((each) => (each.slug === skill.slug ? skill : each))
    : [...skills, skill]
}

async function readInThread(ctx: Context, { content, directory, callPrograms }: FolderUpload) {
  const given = content instanceof Uint8Array ? new Uint8Array(content) : content
  const owner = workOwner(ctx)
  const read = await runInThread<typeof readSkillUpload>('folder', [given, directory, callPrograms], {
    owner,
  })
  if (read.issues) throw folderError(read.issues)
  return read
}

function withOrigin(skill: SkillDocument, { source, license }: Origin): SkillDocument {
  return { ...skill, ...(license && { license }), metadata: { ...skill.metadata, source } }
}

function requireValidDocument(document: SkillSetDocument): SkillSetDocument {
  const parsed = parseDocument(document)
  if (!parsed.document) throw folderError(parsed.issues)
  const sizeBytes = Buffer.byteLength(JSON.stringify(parsed.document))
  if (sizeBytes <= DOCUMENT_MAX_BYTES) return parsed.document
  // The studio refuses to save a larger document, so its author could not edit this draft.
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`
  throw folderError([
    {
      path: '/resources',
      keyword: 'size',
      message: `The SkillSet with this skill has ${megabytes(sizeBytes)} of text; at most ${megabytes(DOCUMENT_MAX_BYTES)} are stored. Import the skill into a new SkillSet.`,
    },
  ])
}

function folderError(issues: Issue[] = []): AppError {
  const [first] = issues
  const message =
    issues.length === 1 && first ? issueText(first) : `The folder has ${issues.length} problems.`
  return new AppError('INVALID_INPUT', { message, issues })
}

async function findOrStartDraft(ctx: Context, handle: string, slug: string) {
  const { skillSets } = await listMySkillSets(ctx)
  const named = await findSkillSetByName(ctx.db, { publisher: handle, skillset: slug })
  const known = skillSets.find(({ id }) => id === named?.id)
  if (!known) throw new AppError('NOT_FOUND', { message: `There is no SkillSet ${handle}.${slug}.` })
  if (!known.hasDraft) await startNewVersion(ctx, known.id)
  const { draft } = await getDraft(ctx, known.id)
  if (!draft) throw new AppError('CONFLICT', { message: 'The draft has been deleted.' })
  return { skillSetId: known.id, draft }
}

/** Adds what the folder states about its SkillSet. Where values differ, the SkillSet's stays and a finding says so. */
function mergeFields(
  before: SkillSetDocument,
  fields: SkillSetFields,
): { document: SkillSetDocument; findings: Issue[] } {
  const { configDefinitions = [], migrations = [], requires, requiredIntegrationProviders = [] } = fields
  const known = new Map(before.configDefinitions?.map((each) => [each.key, JSON.stringify(each)]))
  const added = configDefinitions.filter(({ key }) => !known.has(key))
  const other = configDefinitions.filter(
    (each) => known.has(each.key) && known.get(each.key) !== JSON.stringify(each),
  )
  const dependencies = mergeDependencies(before.dependencies, fields.dependencies)
  const conflicts = [
    ...(fields.dependencies && !dependencies
      ? ['The SkillSet has packages of the other language, so those of the folder were skipped.']
      : []),
    ...other.map(({ key }) => `The SkillSet already has a setting ${key}, which was not changed.`),
    ...(requires !== undefined && before.requires !== undefined && requires !== before.requires
      ? [
          `The SkillSet requires Guildhall ${before.requires}, which was not changed. The folder requires ${requires}.`,
        ]
      : []),
    ...(migrations.length > 0
      ? ['Migrations belong to a whole SkillSet, so the folder’s migrations were skipped.']
      : []),
  ]
  const providers = [
    ...new Set([...(before.requiredIntegrationProviders ?? []), ...requiredIntegrationProviders]),
  ]
  const permissions = mergePermissions(before.permissions, fields.permissions)
  const document = {
    ...before,
    ...(added.length > 0 && { configDefinitions: [...(before.configDefinitions ?? []), ...added] }),
    ...(before.requires === undefined && requires !== undefined && { requires }),
    ...(providers.length > 0 && { requiredIntegrationProviders: providers }),
    ...(permissions && { permissions }),
    // The lock of the SkillSet is outdated then, so that its packages are resolved again.
    ...(dependencies && { dependencies }),
  }
  return { document, findings: conflicts.map((message) => ({ path: '', keyword: 'merge', message })) }
}

/** Returns undefined if nothing is added, or if one names npm packages and the other Python packages. */
function mergeDependencies(
  before: SkillSetDocument['dependencies'],
  added: SkillSetDocument['dependencies'],
): SkillSetDocument['dependencies'] {
  if (!added) return undefined
  if (!before) return added
  if (Array.isArray(before) && Array.isArray(added)) return [...new Set([...before, ...added])]
  return Array.isArray(before) || Array.isArray(added) ? undefined : { ...added, ...before }
}

function mergePermissions(before: Permissions = {}, added: Permissions | undefined): Permissions | undefined {
  if (!added) return undefined
  const both = (key: 'network' | 'urlParameters' | 'tools' | 'vault' | 'skills') => {
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
    ...both('urlParameters'),
    ...both('tools'),
    ...both('vault'),
    ...both('skills'),
    ...(secrets.length > 0 && { secrets }),
  }
}
