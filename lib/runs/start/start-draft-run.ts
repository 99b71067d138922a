/**
 * Test runs of drafts get their test settings instead of the settings of the organisation, whose secrets nobody entered
 * for the code and hosts of a draft. Connected accounts are used only for owners and admins of the publisher.
 */
import { buildTestConfig } from '../../config/build-test-config.ts'
import { toReplayConfig, withRecordedPlaceholders } from '../../config/recorded-config.ts'
import { buildDraftConfig } from '../../config/test-config.ts'
import { accessibleOrganisationIds, type Context, requireViewer } from '../../context/context.ts'
import { readDraft } from '../../contracts/document/read-draft.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { withDraftIntegrations } from '../../integrations/unseal-for-run.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { findSkillSetByName } from '../../publishing/rows/former-names.ts'
import { findSkillSetById, isMember } from '../../publishing/rows/published-versions.ts'
import type { Runnable, RunOptions } from '../resolve/runnable.ts'
import { recordRun } from './record-run.ts'
import { performInBackground, type StartedRun } from './start-run.ts'

type DraftRunRequest = {
  skillSetId: string
  document: Json | SkillSetDocument
  skillSlug: string
  config?: JsonObject
} & Omit<RunOptions, 'idempotencyKey'>

/** `config` replaces test settings of the draft. Throws as `resolveDraft` and `recordRun`. */
export async function startDraftRun(ctx: Context, request: DraftRunRequest): Promise<StartedRun> {
  const { skillSetId, document, skillSlug, config = {}, ...options } = request
  const runnable = await resolveDraft(ctx, { skillSetId, document, skillSlug })
  const unseal = async () => {
    const { recordingMode } = options
    if (recordingMode?.kind === 'replay') return toReplayConfig(recordingMode.recording.settings)
    const own = await buildDraftConfig(ctx.db, runnable, config)
    const all = await withDraftIntegrations(ctx, runnable, own)
    return recordingMode ? withRecordedPlaceholders(all, skillSetId) : all
  }
  return performInBackground(ctx, await recordRun(ctx, runnable, options, unseal))
}

/** Throws UNAUTHENTICATED, and NOT_FOUND for other people's drafts and for skills that the draft lacks. */
export async function resolveDraft(
  ctx: Context,
  { skillSetId, document, skillSlug }: Pick<DraftRunRequest, 'skillSetId' | 'document' | 'skillSlug'>,
): Promise<Runnable & { skillSetId: string }> {
  const { userId } = requireViewer(ctx)
  const skillSet = await findSkillSetById(ctx.db, skillSetId)
  const organisation = skillSet && {
    id: skillSet.publisher.organisationId,
    name: skillSet.publisher.displayName,
  }
  const isReached = organisation && (accessibleOrganisationIds(ctx)?.includes(organisation.id) ?? true)
  if (!isReached || !(await isMember(ctx.db, { userId, organisationId: organisation.id }))) {
    throw new AppError('NOT_FOUND')
  }
  const draft = readDraft(document)
  const skill = draft.skills.find(({ slug }) => slug === skillSlug)
  if (!skill) throw new AppError('NOT_FOUND', { message: `The draft has no skill called “${skillSlug}”.` })
  const { handle } = skillSet.publisher
  const named = await findSkillSetByName(ctx.db, { publisher: handle, skillset: skillSet.slug })
  return {
    name: `${handle}.${skillSet.slug}.${skillSlug}`,
    publisher: handle,
    names: [...(named?.names ?? []), `${handle}.${draft.slug}`],
    skillSetId,
    versionId: null,
    versionNumber: typeof draft.version === 'string' ? draft.version : '',
    mode: 'development',
    document: draft,
    skill,
    // The run acts for this organisation, whichever one the viewer works in.
    organisation,
    ownerId: organisation.id,
    isPublisherMember: true,
    isPublisherOrganisation: true,
    isApproved: false,
  }
}

export type ReviewRunRequest = {
  skillSetId: string
  document: SkillSetDocument
  skillSlug: string
  config?: JsonObject
} & Pick<RunOptions, 'args' | 'timeZone'>

/**
 * Runs a submitted skill for a reviewer, in their organisation and free of charge. The code is not approved, so it
 * reaches neither the vault nor tools nor other skills, and gets no settings but `config`. The caller checks access.
 * Throws NOT_FOUND for an unknown skill, and the errors of starting a run.
 */
export async function startReviewRun(ctx: Context, request: ReviewRunRequest): Promise<StartedRun> {
  const { skillSetId, document, skillSlug, config = {}, ...options } = request
  const { organisationId: id, organisationName: name } = requireViewer(ctx)
  const skillSet = await findSkillSetById(ctx.db, skillSetId)
  const skill = document.skills.find(({ slug }) => slug === skillSlug)
  if (!skillSet || !skill) throw new AppError('NOT_FOUND')
  const { network = [], urlParameters = [], secrets = [] } = document.permissions ?? {}
  const { handle } = skillSet.publisher
  const runnable = {
    ...{ name: `${handle}.${skillSet.slug}.${skillSlug}`, publisher: handle, skillSetId, skill },
    ...{ versionId: null, versionNumber: document.version, mode: 'development' as const },
    document: { ...document, permissions: { network, urlParameters, secrets } },
    organisation: { id, name },
    ownerId: skillSet.publisher.organisationId,
    // Reviewers need the details of a failure.
    ...{ isPublisherMember: true, isPublisherOrganisation: false, isApproved: false },
  }
  const unseal = async () => buildTestConfig(runnable.document, config)
  return performInBackground(ctx, await recordRun(ctx, runnable, options, unseal))
}
