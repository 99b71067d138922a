/** Versions that CI or a person's key staged, for the people of the publisher, who submit or discard them. */
import { recordAudit } from '../../audit/audit-log.ts'
import { readProvenance } from '../../catalog/model/provenance.ts'
import { type Context, requirePerson, workOwner } from '../../context/context.ts'
import { canPublish, requirePublisherAdmin } from '../../context/require-publisher-admin.ts'
import type { Change } from '../../contracts/changes/changes.ts'
import { compareInThread } from '../../contracts/changes/compare-in-thread.ts'
import { parseDocument } from '../../contracts/document/parse-document.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { readDependencies, readRequirements } from '../../contracts/packages/dependencies.ts'
import { requirementName } from '../../contracts/packages/python-name.ts'
import { findLatest } from '../../contracts/versions/version-number.ts'
import { AppError } from '../../kernel/errors.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'
import { objectEntries } from '../../kernel/json/json-pointer.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { readSetting } from '../../settings/read-settings.ts'
import { requireOwnSkillSet } from '../drafts/require-own-skill-set.ts'
import { saveDraft } from '../drafts/save-draft.ts'
import type { ReleaseChoice } from '../model/rollout-steps.ts'
import {
  compareMigrations,
  comparePermissions,
  compareSkills,
  compareTexts,
} from '../review/read/compare-documents.ts'
import type { SubmissionPage } from '../review/review-views.ts'
import { type Submitted, submitDraft } from '../review/submit/submit-draft.ts'
import { findDraft, findDraftHead, insertDraft } from '../rows/drafts.ts'
import * as store from '../rows/trusted-repositories.ts'
import { findVersion, listVersionHeads } from '../rows/versions.ts'
import type { StagedOrigin } from '../staging/stage-document.ts'

/** The whole version as it was staged, beside the published one. */
export type StagedContents = Pick<
  SubmissionPage,
  'permissions' | 'config' | 'skills' | 'migrations' | 'texts'
>

type StagedPage = {
  id: string
  skillSetId: string
  /** "publisher.skillset" */
  name: string
  title: string
  number: string
  note: string
  origin: StagedOrigin
  stagedAtMs: number
  /** The published version that it is compared with; null for the first one. */
  base: string | null
  changes: Change[]
  contents: StagedContents
  /** The draft that submitting replaces; null if there is none. */
  draft: {
    revision: number
    editedAtMs: number
    /** Files and packages of the draft that the build lacks, in words, such as "the file data/cities.csv of greet". */
    lost: string[]
  } | null
  /** How the site releases versions by default; null where there is no choice: for a private version, and the first one. */
  release: ReleaseChoice | null
  /** False for plain members. */
  canSubmit: boolean
}

async function findOwnStaged(ctx: Context, id: string) {
  const row = isStorable(id) ? await store.findStaged(ctx.db, id) : null
  if (!row) throw goneError()
  const { viewer, skillSet } = await requireOwnSkillSet(ctx, row.skillSetId)
  const origin = toOrigin(row)
  const { document } = parseDocument(row.document)
  // Both were checked before they were stored.
  if (!origin || !document) throw goneError()
  return { viewer, skillSet, row, origin, document }
}

function toOrigin({ provenance, stagedBy, keyName, program }: store.StagedRow): StagedOrigin | null {
  if (stagedBy !== null && keyName !== null)
    return { kind: 'key', by: stagedBy, program: { name: program, keyName } }
  const read = readProvenance(provenance)
  return read && { kind: 'ci', provenance: read }
}

/** For owners and admins of the publisher; members may look at a build. */
export async function requireStagedAdmin(ctx: Context, id: string) {
  const staged = await findOwnStaged(ctx, id)
  const { organisationId } = staged.skillSet.publisher
  await requirePublisherAdmin(ctx.db, { userId: staged.viewer.userId, organisationId })
  return staged
}

function goneError(): AppError {
  return new AppError('NOT_FOUND', {
    message: 'This version was submitted, discarded or replaced by a later one.',
  })
}

/** Returns the builds that wait, newest first. Members only. Throws UNAUTHENTICATED, NOT_FOUND. */
export async function listStagedSubmissions(
  ctx: Context,
  skillSetId: string,
): Promise<{ id: string; number: string; stagedAtMs: number }[]> {
  const { skillSet } = await requireOwnSkillSet(ctx, skillSetId)
  const rows = await store.listStaged(ctx.db, skillSet.id)
  return rows.map(({ id, number, createdAt }) => ({ id, number, stagedAtMs: createdAt.getTime() }))
}

/** Returns a build, compared with the published version. Members only. Throws UNAUTHENTICATED, NOT_FOUND. */
export async function getStagedSubmission(ctx: Context, id: string): Promise<StagedPage> {
  const { viewer, skillSet, row, origin, document } = await findOwnStaged(ctx, id)
  const heads = await listVersionHeads(ctx.db, skillSet.id)
  const base = findLatest(heads.filter(({ state }) => state === 'PUBLISHED').map(({ number }) => number))
  const before = heads.find(({ number }) => number === base)
  const published = before && (await findVersion(ctx.db, before.id))
  const compared = published && (await compareInThread(published.document, document, workOwner(ctx)))
  const draft = await findDraft(ctx.db, skillSet.id)
  const { organisationId } = skillSet.publisher
  return {
    id,
    skillSetId: skillSet.id,
    name: `${skillSet.publisher.handle}.${skillSet.slug}`,
    title: document.name,
    number: row.number,
    note: row.note,
    origin,
    stagedAtMs: row.createdAt.getTime(),
    base: base ?? null,
    changes: compared?.changes ?? [],
    contents: compareContents(published ? published.document : null, document),
    draft: draft && {
      revision: draft.revision,
      editedAtMs: draft.updatedAt.getTime(),
      lost: listLost(draft.document, document),
    },
    release: base && document.visibility !== 'PRIVATE' ? await readSetting(ctx.db, 'release') : null,
    canSubmit: await canPublish(ctx.db, { userId: viewer.userId, organisationId }),
  }
}

export type StagedEnd = Omit<store.StagedEndRow, 'endedAt'> & {
  /** "publisher.skillset" */
  name: string
  endedAtMs: number
}

/** Returns what became of a build that no longer waits; null for any other id. Members only. Throws UNAUTHENTICATED, NOT_FOUND. */
export async function getStagedEnd(ctx: Context, id: string): Promise<StagedEnd | null> {
  const end = isStorable(id) ? await store.findStagedEnd(ctx.db, id) : null
  if (!end) return null
  const { skillSet } = await requireOwnSkillSet(ctx, end.skillSetId)
  const { endedAt, ...rest } = end
  return {
    ...rest,
    name: `${skillSet.publisher.handle}.${skillSet.slug}`,
    endedAtMs: endedAt.getTime(),
  }
}

function compareContents(before: SkillSetDocument | null, after: SkillSetDocument): StagedContents {
  return {
    permissions: comparePermissions(before, after),
    config: { before: before?.configDefinitions ?? [], after: after.configDefinitions ?? [] },
    skills: compareSkills(before, after, { withExamples: true }),
    migrations: compareMigrations(before, after),
    texts: compareTexts(before, after),
  }
}

/** A person may have added them in the studio since the folder of the build was written. */
function listLost(before: Json, after: SkillSetDocument): string[] {
  const kept = new Set(listParts(after as Json))
  return listParts(before).filter((part) => !kept.has(part))
}

/** Accepts any draft. */
function listParts(document: Json): string[] {
  if (!isObject(document)) return []
  const files = objectEntries(document.skills).flatMap(([{ slug, resources }]) =>
    objectEntries(resources).map(([{ path }]) => `the file ${path} of ${slug}`),
  )
  const declared = [
    ...Object.keys(readDependencies(document)),
    ...readRequirements(document).flatMap((each) => requirementName(each) ?? []),
  ]
  return [...files, ...declared.map((name) => `the package ${name}`)]
}

/**
 * Replaces the draft by the build and submits it. `revision` is that of the draft which the person saw; null if there was
 * none, and `release` how the version reaches those who follow a range; undefined for the site's default. Throws as `submitDraft`, NOT_FOUND, POLICY_DENIED for keys and plain members, and CONFLICT if the draft was
 * edited in the meantime.
 */
export async function submitStaged(
  ctx: Context,
  id: string,
  { revision, release }: { revision: number | null; release?: ReleaseChoice | undefined },
): Promise<Submitted> {
  requirePerson(ctx)
  const { viewer, row, origin } = await requireStagedAdmin(ctx, id)
  const { skillSetId, document, note } = row
  const program = origin.kind === 'key' ? origin.program : undefined
  if (revision !== null) await saveDraft(ctx, { skillSetId, document, revision, program })
  else if (!(await insertDraft(ctx.db, { skillSetId, document, updatedById: viewer.userId, program })))
    throw new AppError('CONFLICT', { message: 'A draft was created in the meantime. Reload the page.' })
  const draft = await findDraftHead(ctx.db, skillSetId)
  const provenance = origin.kind === 'ci' ? origin.provenance : undefined
  const submitted = await submitDraft(ctx, {
    skillSetId,
    note,
    provenance,
    release,
    revision: draft?.revision,
  })
  await ctx.db.$transaction((tx) => store.deleteStaged(tx, id, 'submitted'))
  return submitted
}

/** Deletes a build. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for keys and plain members. */
export async function discardStaged(ctx: Context, id: string): Promise<void> {
  requirePerson(ctx)
  const { viewer, skillSet, row } = await requireStagedAdmin(ctx, id)
  await ctx.db.$transaction(async (tx) => {
    if (!(await store.deleteStaged(tx, id, 'discarded'))) throw goneError()
    await recordAudit(tx, {
      actor: viewer,
      action: 'version.discard',
      subjectType: 'skill_set',
      subjectId: skillSet.id,
      subject: `${skillSet.publisher.handle}.${skillSet.slug} ${row.number}`,
    })
  })
}
