/**
 * A test run of a draft, by its publisher's own people: warnings are shown and the value passes.
 *
 * Floor 3; used by the studio, and for the examples of a submission. What the organisation has set is not given to it:
 * any member may write a draft, whose code, hosts and permissions nobody has agreed to yet.
 */
import { rehearseConfig } from '../config/rehearse-config.ts'
import { type Context, requireViewer } from '../context.ts'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import { isObject, type Json, type JsonObject } from '../contract/json/json.ts'
import { findSkillSetById, isMember } from '../db/published.ts'
import { AppError } from '../errors.ts'
import { openRun, type RunOptions } from './open-run.ts'
import type { Runnable } from './resolve-skill.ts'
import { type StartedRun, setOff } from './start-run.ts'

export type DraftRunRequest = {
  skillSetId: string
  /** The draft as it stands, complete or not. */
  document: Json | SkillSetDocument
  skillSlug: string
  /** Values to try it with; none when left out. */
  config?: JsonObject
} & RunOptions

/**
 * Starts a run of one skill of a draft. Throws UNAUTHENTICATED, NOT_FOUND (also for anyone who is no member of
 * the publisher), and what `openRun` throws.
 */
export async function startDraftRun(ctx: Context, request: DraftRunRequest): Promise<StartedRun> {
  const { skillSetId, document, skillSlug, config = {}, ...options } = request
  const runnable = await resolveDraft(ctx, { skillSetId, document, skillSlug })
  const rehearse = async () => rehearseConfig(runnable.document, config)
  return setOff(ctx, await openRun(ctx, runnable, options, rehearse))
}

async function resolveDraft(
  ctx: Context,
  { skillSetId, document, skillSlug }: Pick<DraftRunRequest, 'skillSetId' | 'document' | 'skillSlug'>,
): Promise<Runnable & { skillSetId: string }> {
  const { userId } = requireViewer(ctx)
  const skillSet = await findSkillSetById(ctx.db, skillSetId)
  const organisation = skillSet && {
    id: skillSet.publisher.organisationId,
    name: skillSet.publisher.displayName,
  }
  if (!organisation || !(await isMember(ctx.db, { userId, organisationId: organisation.id }))) {
    throw new AppError('NOT_FOUND')
  }
  const draft = readDraft(document)
  const skill = draft.skills.find(({ slug }) => slug === skillSlug)
  if (!skill) throw new AppError('NOT_FOUND', { message: `The draft has no skill called “${skillSlug}”.` })
  return {
    name: `${skillSet.publisher.handle}.${skillSet.slug}.${skillSlug}`,
    publisher: skillSet.publisher.handle,
    skillSetId,
    versionId: null,
    versionNumber: typeof draft.version === 'string' ? draft.version : '',
    mode: 'development',
    document: draft,
    skill,
    organisation,
    isPublisher: true,
    isOwn: true,
    // It runs as its publisher's organisation.
    isUnreviewed: false,
  }
}

/** A draft may hold anything where a document has structure; what a run looks at is made sound here. */
function readDraft(document: unknown): SkillSetDocument {
  const draft = isObject(document) ? document : {}
  const skills = (Array.isArray(draft.skills) ? draft.skills : []).filter(isObject)
  const configDefinitions = (Array.isArray(draft.configDefinitions) ? draft.configDefinitions : []).filter(
    isObject,
  )
  const permissions = isObject(draft.permissions) ? draft.permissions : {}
  return { ...draft, skills, configDefinitions, permissions } as unknown as SkillSetDocument
}
