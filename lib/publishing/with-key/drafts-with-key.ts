/**
 * Drafts that a program writes with a key of the scope `publish`. Each step is the service that the studio calls; what is
 * added here is the reach of the key. A key stages what it wrote; a person submits it.
 */
import {
  type Context,
  isWithinKey,
  requireOrganisationAdmin,
  requireScope,
  requireSkillSet,
  workOwner,
} from '../../context/context.ts'
import { toShownChange } from '../../contracts/changes/changes.ts'
import { compareInThread } from '../../contracts/changes/compare-in-thread.ts'
import { emptyDocument } from '../../contracts/document/empty-document.ts'
import { parseDocument } from '../../contracts/document/parse-document.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import type { lint } from '../../contracts/lint/lint.ts'
import { bumpVersion, findBaseVersion } from '../../contracts/versions/version-number.ts'
import { AppError, type Issue } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import type { applyPatchWithin, Operation } from '../../kernel/json/json-patch.ts'
import { valueAt } from '../../kernel/json/json-pointer.ts'
import { runInThread, runOncePerInput } from '../../kernel/threads/run-in-thread.ts'
import { lockPackages } from '../../packages/resolve-packages.ts'
import { startDraftRun } from '../../runs/start/start-draft-run.ts'
import { waitForConnection } from '../../runs/start/start-run.ts'
import type { RunView } from '../../runs/views/run-view.ts'
import { readSiteRules } from '../../settings/site-rules.ts'
import { checkDraft, getChecklist } from '../drafts/check-draft.ts'
import { chooseHandle } from '../drafts/choose-handle.ts'
import { createSkillSet, startNewVersion } from '../drafts/draft-lifecycle.ts'
import { inspectInThread } from '../drafts/inspect-in-thread.ts'
import { listMySkillSets } from '../drafts/list-my-skill-sets.ts'
import { requireOwnSkillSetAdmin } from '../drafts/require-own-skill-set.ts'
import { saveAndInspect } from '../drafts/save-draft.ts'
import { findDraft } from '../rows/drafts.ts'
import { isPublished, type OwnSkillSet } from '../rows/skill-sets.ts'
import { findVersion, listVersionHeads } from '../rows/versions.ts'
import { requireDocument } from '../staging/stage-document.ts'
import { stageWithProgram } from './stage-with-key.ts'

/** Throws POLICY_DENIED without the scope `publish` and for plain members. */
function requirePublishing(ctx: Context) {
  requireScope(ctx, 'publish')
  return requireOrganisationAdmin(ctx)
}

/**
 * Finds a SkillSet of the key's organisation that the key may change. Throws NOT_FOUND, and POLICY_DENIED for a key that is
 * limited to other SkillSets.
 */
async function requireReachedSkillSet(ctx: Context, id: string): Promise<OwnSkillSet> {
  const { organisationId } = requirePublishing(ctx)
  const { skillSet } = await requireOwnSkillSetAdmin(ctx, id)
  if (skillSet.publisher.organisationId !== organisationId)
    throw new AppError('NOT_FOUND', { message: 'This SkillSet belongs to another organisation.' })
  requireSkillSet(ctx, `${skillSet.publisher.handle}.${skillSet.slug}`)
  return skillSet
}

async function requireReachedDraft(ctx: Context, id: string) {
  const skillSet = await requireReachedSkillSet(ctx, id)
  const draft = await findDraft(ctx.db, id)
  if (draft) return { skillSet, draft }
  throw new AppError('NOT_FOUND', {
    message: 'This SkillSet has no draft.',
    suggestedAction: 'Start one with create_draft and its draft_id.',
  })
}

const etagOf = (revision: number) => `r${revision}`

/** Returns the revision. Throws INVALID_INPUT for another form, and CONFLICT for another revision than the draft has. */
function requireRevision(expectedEtag: string, revision: number): number {
  const [, digits] = /^r(\d{1,9})$/.exec(expectedEtag) ?? []
  if (digits === undefined) {
    const message = 'must be the etag of an earlier answer, such as r3'
    throw new AppError('INVALID_INPUT', { issues: [{ path: '/expectedEtag', message }] })
  }
  if (Number(digits) === revision) return revision
  throw new AppError('CONFLICT', {
    message: `The draft was changed in the meantime: its etag is ${etagOf(revision)}.`,
    suggestedAction: 'Read the draft again, and repeat the change with its etag.',
    issues: [{ path: '/expectedEtag', message: `is not ${etagOf(revision)}` }],
  })
}

type DraftLine = {
  draft_id: string
  name: string
  title: string
  has_draft: boolean
  published: string | null
}

/** Returns the SkillSets of the organisation that the key may change, last changed first, and the handles to publish under. */
export async function listDraftsWithKey(
  ctx: Context,
): Promise<{ publishers: string[]; drafts: DraftLine[] }> {
  requirePublishing(ctx)
  const { publishers, skillSets } = await listMySkillSets(ctx)
  const reached = skillSets.filter(({ fullName }) => isWithinKey(ctx, { skillSet: fullName }))
  return {
    publishers: publishers.map(({ handle }) => handle),
    drafts: reached.slice(0, 200).map(({ id, fullName, name, hasDraft, live }) => ({
      ...{ draft_id: id, name: fullName, title: name, has_draft: hasDraft },
      published: live?.number ?? null,
    })),
  }
}

type DraftState = { draft_id: string; name: string; etag: string; problems: Issue[] }

/**
 * Creates a SkillSet with a draft, or with `draftId` a draft of the published version. The document may be unfinished; it
 * needs a slug. Throws INVALID_INPUT, and as `createSkillSet` or `startNewVersion`.
 */
export async function createDraftWithKey(
  ctx: Context,
  { publisher, document = {}, draftId }: { publisher?: string; document?: JsonObject; draftId?: string },
): Promise<DraftState> {
  requirePublishing(ctx)
  if (draftId !== undefined) {
    await requireReachedSkillSet(ctx, draftId)
    await startNewVersion(ctx, draftId)
    return readState(ctx, draftId)
  }
  const handle = await chooseHandle(ctx, publisher)
  // The rules for fields that are not there yet are told as problems.
  const whole = { ...emptyDocument(), ...document } as SkillSetDocument
  requireSkillSet(ctx, `${handle}.${whole.slug}`)
  return readState(ctx, await createSkillSet(ctx, { handle, document: whole }))
}

async function readState(ctx: Context, id: string): Promise<DraftState> {
  const { skillSet, draft } = await requireReachedDraft(ctx, id)
  const known = {
    slug: skillSet.slug,
    isFixed: await isPublished(ctx.db, id),
    rules: await readSiteRules(ctx.db),
  }
  const { issues } = await inspectInThread(draft.document, known, workOwner(ctx))
  return {
    draft_id: id,
    name: `${skillSet.publisher.handle}.${skillSet.slug}`,
    etag: etagOf(draft.revision),
    problems: issues.slice(0, MAX_PROBLEMS),
  }
}

const MAX_PROBLEMS = 50

/** Returns the draft, or the part of it at `pointer`. Throws NOT_FOUND. */
export async function readDraftWithKey(
  ctx: Context,
  { draftId, pointer = '' }: { draftId: string; pointer?: string },
): Promise<{ draft_id: string; etag: string; value: Json }> {
  const { draft } = await requireReachedDraft(ctx, draftId)
  const value = pointer === '' ? draft.document : valueAt(draft.document, pointer)
  if (value === undefined)
    throw new AppError('NOT_FOUND', { message: `The draft has nothing at ${pointer}.` })
  return { draft_id: draftId, etag: etagOf(draft.revision), value }
}

type DraftChange = { draftId: string; expectedEtag: string; patch: readonly Operation[] }

/**
 * Changes a draft by a JSON Patch, all of it or nothing. Throws CONFLICT for another etag, INVALID_INPUT for a patch that does
 * not apply, that replaces the whole draft, takes away a field without which it is no SkillSet, or leaves none of its skills, and as
 * `saveDraft`.
 */
export async function changeDraftWithKey(
  ctx: Context,
  { draftId, expectedEtag, patch }: DraftChange,
): Promise<DraftState> {
  const { draft } = await requireReachedDraft(ctx, draftId)
  const revision = requireRevision(expectedEtag, draft.revision)
  requireParts(patch)
  const document = await patchInThread(draft.document, patch, workOwner(ctx))
  requireKept(draft.document, document)
  const saved = await saveAndInspect(ctx, { skillSetId: draftId, document, revision })
  const { skillSet } = await requireReachedDraft(ctx, draftId)
  return {
    draft_id: draftId,
    name: `${skillSet.publisher.handle}.${saved.slug}`,
    etag: etagOf(saved.revision),
    problems: saved.issues.slice(0, MAX_PROBLEMS),
  }
}

/** The studio keeps no earlier state of a draft, so one operation must not wipe what a person wrote. */
function requireParts(patch: readonly Operation[]): void {
  const at = patch.findIndex(
    (operation) => operation.path === '' || ('from' in operation && operation.from === ''),
  )
  if (at < 0) return
  const message = 'replaces the whole draft'
  throw new AppError('INVALID_INPUT', {
    message: `Operation ${at} of the patch ${message}.`,
    issues: [{ path: `/patch/${at}/path`, message }],
    suggestedAction: 'Change the fields that differ, such as /description or /skills/0/definition.',
  })
}

const KEPT_FIELDS = ['slug', 'name', 'version', 'skills'] as const

function requireKept(before: Json, after: Json): void {
  const kindOf = (document: Json, field: string) => {
    const value = isObject(document) ? document[field] : undefined
    return Array.isArray(value) ? 'a list' : typeof value === 'string' ? 'a text' : undefined
  }
  const issues = KEPT_FIELDS.flatMap((field) => {
    const kind = kindOf(before, field)
    if (kind === undefined || kindOf(after, field) === kind) return []
    return [{ path: `/${field}`, message: `must stay ${kind}: a SkillSet needs it` }]
  })
  if (issues.length === 0) {
    requireKeptSkill(before, after)
    return
  }
  throw new AppError('INVALID_INPUT', {
    message: `The patch takes away ${issues.map(({ path }) => path).join(', ')}, which a SkillSet needs. Nothing was changed.`,
    issues,
    suggestedAction: 'Replace the value by another one of the same type.',
  })
}

/** What tells that a skill is still the same one: it can be renamed, or get other code, but not all at once. */
const IDENTIFYING_FIELDS = ['slug', 'name', 'definition', 'body'] as const

/** A patch may remove or replace skills, but must leave one of those that were there. */
function requireKeptSkill(before: Json, after: Json): void {
  const [earlier, later] = [listSkillsOf(before), listSkillsOf(after)]
  const isKept = (skill: JsonObject) =>
    later.some((other) =>
      IDENTIFYING_FIELDS.some((field) => Boolean(skill[field]) && skill[field] === other[field]),
    )
  if (earlier.length === 0 || earlier.some(isKept)) return
  throw new AppError('INVALID_INPUT', {
    message: 'The patch takes away all skills of the draft. Nothing was changed.',
    issues: [{ path: '/skills', message: 'must keep a skill that is there now' }],
    suggestedAction: 'Add the new skills first, then remove the others with another patch.',
  })
}

function listSkillsOf(document: Json): JsonObject[] {
  const skills = isObject(document) ? document.skills : undefined
  return Array.isArray(skills) ? skills.filter(isObject) : []
}

/** Far above what a patch of 200 operations needs in a usual draft; copying as much takes a second. */
const MAX_COPIED_ENTRIES = 100_000

async function patchInThread(document: Json, patch: readonly Operation[], owner: string): Promise<Json> {
  const args: Parameters<typeof applyPatchWithin> = [document, patch, MAX_COPIED_ENTRIES]
  const patched = await runInThread<typeof applyPatchWithin>('patch', args, { owner })
  if (patched.failed === undefined) return patched.value
  const { failed, isTooCostly } = patched
  const message = isTooCostly
    ? `is too costly: the objects and lists on the paths up to here have more than ${MAX_COPIED_ENTRIES} entries`
    : `does not apply: the draft has no place ${patch[failed]?.path ?? ''}`
  throw new AppError('INVALID_INPUT', {
    message: `Operation ${failed} of the patch ${message}.`,
    issues: [{ path: `/patch/${failed}`, message }],
    suggestedAction: isTooCostly
      ? 'Replace the large object or list as a whole, with one operation.'
      : 'Read the draft, then send paths that exist; “-” appends to a list.',
  })
}

type NewExample = {
  draftId: string
  expectedEtag: string
  skill: string
  title: string
  input: Json
  output?: Json
}

/** Adds an example to a skill of the draft. Throws NOT_FOUND for an unknown skill, and as `changeDraftWithKey`. */
export async function addExampleWithKey(
  ctx: Context,
  { draftId, expectedEtag, skill, title, input, output }: NewExample,
): Promise<DraftState> {
  const { draft } = await requireReachedDraft(ctx, draftId)
  const skills = isObject(draft.document) ? draft.document.skills : undefined
  const index = Array.isArray(skills) ? skills.findIndex((each) => isObject(each) && each.slug === skill) : -1
  if (index < 0) throw new AppError('NOT_FOUND', { message: `The draft has no skill “${skill}”.` })
  const list = `/skills/${index}/examples`
  const value = { title, input, ...(output !== undefined && { output }) }
  const patch: Operation[] = Array.isArray(valueAt(draft.document, list))
    ? [{ op: 'add', path: `${list}/-`, value }]
    : [{ op: 'add', path: list, value: [value] }]
  return changeDraftWithKey(ctx, { draftId, expectedEtag, patch })
}

/** Runs a skill of the draft once, in the sandbox. Throws as `startDraftRun`. */
export async function runDraftWithKey(
  ctx: Context,
  { draftId, skill, args, maxPrice }: { draftId: string; skill: string; args: Json; maxPrice: string },
): Promise<RunView> {
  const { draft } = await requireReachedDraft(ctx, draftId)
  const studio: Context = { ...ctx, channel: 'studio' }
  const request = { skillSetId: draftId, document: draft.document, skillSlug: skill, args, maxPrice }
  return waitForConnection(await startDraftRun(studio, request))
}

type CheckLine = { id: string; title: string; ok: boolean; not_run?: true; issues: Issue[] }

/** Runs the examples and the other checks of a submission. Throws PAYMENT_REQUIRED if they could cost more than `maxPrice`. */
export async function checkDraftWithKey(
  ctx: Context,
  { draftId, maxPrice }: { draftId: string; maxPrice: string },
): Promise<{ passed: boolean; checks: CheckLine[] }> {
  await requireReachedDraft(ctx, draftId)
  const { lines } = await checkDraft({ ...ctx, channel: 'studio' }, { skillSetId: draftId, maxPrice })
  return toChecks(lines)
}

function toChecks(lines: Awaited<ReturnType<typeof getChecklist>>['lines']) {
  const checks = lines.map(({ id, title, ok, notRun, issues }) => ({
    ...{ id, title, ok, issues: issues.slice(0, MAX_PROBLEMS) },
    ...(notRun && { not_run: true as const }),
  }))
  return { passed: checks.every(({ ok }) => ok), checks }
}

type DraftProblems = DraftState & {
  checks: CheckLine[]
  /** Places in code, by the pointer of the field that contains it. */
  code: Record<string, { line: number; column: number; message: string }[]>
  /** Advice, with the patch that follows it where there is one. */
  advice: { path: string; message: string; patch?: Operation[] }[]
}

/** Returns what is wrong with the draft and with its place, without running anything. */
export async function findProblemsWithKey(ctx: Context, draftId: string): Promise<DraftProblems> {
  const { skillSet, draft } = await requireReachedDraft(ctx, draftId)
  const owner = workOwner(ctx)
  const known = {
    slug: skillSet.slug,
    isFixed: await isPublished(ctx.db, draftId),
    rules: await readSiteRules(ctx.db),
  }
  const [{ issues, marks }, { lines }, findings] = await Promise.all([
    inspectInThread(draft.document, known, owner),
    getChecklist(ctx, draftId),
    runOncePerInput<typeof lint>('lint', [draft.document], { owner }),
  ])
  const additions = lines.flatMap(({ additions = [] }) =>
    additions.map(({ pointer, value, sentence }) => ({
      path: pointer,
      message: sentence,
      patch: [appendTo(draft.document, pointer, value)],
    })),
  )
  const advice = findings.slice(0, MAX_PROBLEMS).map(({ pointer, sentence, fix }) => ({
    ...{ path: pointer, message: sentence },
    ...(fix && { patch: [...fix.edits] }),
  }))
  return {
    draft_id: draftId,
    name: `${skillSet.publisher.handle}.${skillSet.slug}`,
    etag: etagOf(draft.revision),
    problems: issues.slice(0, MAX_PROBLEMS),
    code: marks,
    checks: toChecks(lines).checks.filter(({ ok }) => !ok),
    advice: [...additions, ...advice],
  }
}

function appendTo(document: Json, pointer: string, value: Json): Operation {
  return Array.isArray(valueAt(document, pointer))
    ? { op: 'add', path: `${pointer}/-`, value }
    : { op: 'add', path: pointer, value: [value] }
}

/** What changed since the published version, and the version that these changes need. */
type DraftComparison = {
  base: string | null
  version: string
  step: string
  needed_version: string | null
  reasons: string[]
  changes: { message: string; breaking: boolean }[]
}

/** Throws INVALID_INPUT with the issues of a draft that is no valid SkillSet yet. */
export async function compareDraftWithKey(ctx: Context, draftId: string): Promise<DraftComparison> {
  const { draft } = await requireReachedDraft(ctx, draftId)
  const { document, issues } = parseDocument(draft.document)
  if (!document) throw new AppError('INVALID_INPUT', { message: issues[0]?.message, issues })
  const base = findBaseVersion(await listVersionHeads(ctx.db, draftId), document.version)
  const before = base ? await findVersion(ctx.db, base.id) : null
  const compared = await compareInThread(before?.document ?? null, document, workOwner(ctx))
  const { bump, reasons, changes } = compared
  return {
    base: base?.number ?? null,
    version: document.version,
    step: bump,
    needed_version: base && bump !== 'none' ? bumpVersion(base.number, bump) : null,
    reasons: [...reasons],
    changes: changes.map(toShownChange).map(({ sentence, breaking }) => ({ message: sentence, breaking })),
  }
}

/** Stages the draft for a person, who is notified. Throws INVALID_INPUT with its problems, and as `stageWithProgram`. */
export async function stageDraftWithKey(
  ctx: Context,
  { draftId, expectedEtag, note }: { draftId: string; expectedEtag: string; note: string },
): Promise<{ id: string; name: string; version: string }> {
  const { skillSet, draft } = await requireReachedDraft(ctx, draftId)
  requireRevision(expectedEtag, draft.revision)
  const { organisationId } = skillSet.publisher
  const document = await lockPackages(ctx.db, {
    document: await requireDocument(draft.document, workOwner(ctx)),
    organisationId,
  })
  return stageWithProgram(ctx, { skillSetId: draftId, document, note })
}
