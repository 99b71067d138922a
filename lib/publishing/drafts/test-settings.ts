/** The test settings of a draft, which only owners and admins of the publisher see and change. */
import { recordAudit } from '../../audit/audit-log.ts'
import type { AuditAction } from '../../audit/model/audit-terms.ts'
import type { ConfigForm } from '../../config/get-config-form.ts'
import {
  allowTestUses,
  describeTestConfig,
  saveTestValues,
  type TestedDraft,
} from '../../config/test-config.ts'
import type { Context, Viewer } from '../../context/context.ts'
import { readDraft } from '../../contracts/document/read-draft.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { findDraft } from '../rows/drafts.ts'
import type { OwnSkillSet } from '../rows/skill-sets.ts'
import { requireOwnSkillSetAdmin } from './require-own-skill-set.ts'

/** The form of the draft's settings, with secrets as in the settings of an install. */
export type TestSettings = ConfigForm & {
  /** Reviewers of a submission may run it with these settings. */
  forReviewers: boolean
  /** The weekly checks of published examples may run with these settings. */
  forLiveChecks: boolean
}

/** Throws UNAUTHENTICATED, NOT_FOUND without access or draft, and POLICY_DENIED for plain members. */
export async function getTestSettings(ctx: Context, skillSetId: string): Promise<TestSettings> {
  return showTestSettings(ctx, await openDraft(ctx, skillSetId))
}

/**
 * Saves all or nothing. Throws as `getTestSettings`, and INVALID_INPUT with an issue per invalid value (`path` is
 * "/key"), or one if all secrets are too large together (`path` is "").
 */
export async function saveTestSettings(
  ctx: Context,
  { skillSetId, changes }: { skillSetId: string; changes: unknown },
): Promise<TestSettings> {
  const opened = await openDraft(ctx, skillSetId)
  await ctx.db.$transaction(async (tx) => {
    const saved = await saveTestValues(tx, opened.tested, { changes, updatedById: opened.viewer.userId })
    if (!saved) throw noDraftError()
    await audit(tx, opened, 'test_config.save', saved)
  })
  return showTestSettings(ctx, opened)
}

/** Allows reviewers to run submissions with the test settings, or ends that. Throws as `getTestSettings`. */
export async function shareTestSettings(
  ctx: Context,
  { skillSetId, forReviewers }: { skillSetId: string; forReviewers: boolean },
): Promise<void> {
  const opened = await openDraft(ctx, skillSetId)
  await ctx.db.$transaction(async (tx) => {
    if (!(await allowTestUses(tx, opened.tested, { forReviewers }))) throw noDraftError()
    await audit(tx, opened, 'test_config.share', { forReviewers })
  })
}

/**
 * Lends the test settings to the weekly checks of published examples, or ends that: the next check runs without them.
 * Throws as `getTestSettings`.
 */
export async function lendTestSettings(
  ctx: Context,
  { skillSetId, forLiveChecks }: { skillSetId: string; forLiveChecks: boolean },
): Promise<void> {
  const opened = await openDraft(ctx, skillSetId)
  await ctx.db.$transaction(async (tx) => {
    if (!(await allowTestUses(tx, opened.tested, { forLiveChecks }))) throw noDraftError()
    await audit(tx, opened, 'test_config.lend', { forLiveChecks })
  })
}

type OpenedDraft = {
  viewer: Viewer
  skillSet: OwnSkillSet
  document: SkillSetDocument
  tested: TestedDraft
}

async function openDraft(ctx: Context, skillSetId: string): Promise<OpenedDraft> {
  const { viewer, skillSet } = await requireOwnSkillSetAdmin(ctx, skillSetId)
  const draft = await findDraft(ctx.db, skillSetId)
  if (!draft) throw noDraftError()
  const document = readDraft(draft.document)
  const { organisationId } = skillSet.publisher
  return { viewer, skillSet, document, tested: { skillSetId, organisationId, document } }
}

function noDraftError(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no draft to test.' })
}

async function showTestSettings(
  ctx: Context,
  { skillSet, document, tested }: OpenedDraft,
): Promise<TestSettings> {
  return {
    skillSetId: skillSet.id,
    publisher: skillSet.publisher.handle,
    slug: skillSet.slug,
    name: skillSet.name,
    versionNumber: typeof document.version === 'string' ? document.version : '',
    organisationName: skillSet.publisher.displayName,
    canEdit: true,
    ...(await describeTestConfig(ctx.db, tested)),
  }
}

function audit(
  tx: Tx,
  { viewer, skillSet }: OpenedDraft,
  action: AuditAction,
  data: JsonObject,
): Promise<void> {
  return recordAudit(tx, {
    actor: viewer,
    action,
    subjectType: 'skill_set',
    subjectId: skillSet.id,
    subject: `${skillSet.publisher.handle}.${skillSet.slug}`,
    data,
  })
}
