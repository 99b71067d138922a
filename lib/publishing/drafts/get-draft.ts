import { type Context, workOwner } from '../../context/context.ts'
import { canPublish } from '../../context/require-publisher-admin.ts'
import type { Category } from '../../contracts/document/categories.ts'
import type { ActiveRestriction } from '../../contracts/versions/restriction.ts'
import { findLatest } from '../../contracts/versions/version-number.ts'
import type { VersionState } from '../../contracts/versions/version-states.ts'
import { listProviders, type ProviderView } from '../../integrations/provider-view.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { readSetting } from '../../settings/read-settings.ts'
import { readSiteRules } from '../../settings/site-rules.ts'
import type { DraftProgram } from '../model/draft-program.ts'
import type { ReleaseChoice } from '../model/rollout-steps.ts'
import { findDraft, findDraftBeforeProgram, listHiddenAdvice, readDraftProgram } from '../rows/drafts.ts'
import { findSkillSetById } from '../rows/published-versions.ts'
import { isPublished } from '../rows/skill-sets.ts'
import { listVersionHeads } from '../rows/versions.ts'
import type { Inspection } from './inspect-document.ts'
import { inspectInThread } from './inspect-in-thread.ts'
import { priceDraftCalls } from './price-draft.ts'
import { requireOwnSkillSet } from './require-own-skill-set.ts'
import { findSaverName } from './saver-name.ts'

export type DraftPage = {
  skillSetId: string
  /** Part of the key under which the browser backs up unsaved edits, because people share browsers. */
  viewerId: string
  name: string
  slug: string
  publisher: { handle: string; displayName: string }
  draft: Draft | null
  versions: DraftVersion[]
  latest: string | null
  /** How new versions reach others if their publisher does not choose. */
  release: ReleaseChoice
  restriction: ActiveRestriction | null
  /** The providers of accounts that this site offers. */
  providers: Pick<ProviderView, 'slug' | 'name' | 'hosts'>[]
  /** Those of this site, also the retired ones. */
  categories: readonly Category[]
  /** Keys of the advice that its editors have hidden. */
  hiddenAdvice: string[]
  /** False for plain members, who read only. */
  canEdit: boolean
}

type Draft = Inspection & {
  document: Json
  revision: number
  savedAtMs: number
  savedBy: string
  /** The program that wrote it last; null if only people wrote it. */
  program: DraftProgram | null
  /** When people last left the draft before a program changed it; null if no program did. */
  beforeProgramAtMs: number | null
  /** The most that the skills called by each skill can cost per test run, in USDC by the caller's slug. */
  callPrices: Record<string, string>
}

export type DraftVersion = { id: string; number: string; state: VersionState; createdAtMs: number }

/**
 * Returns the draft as people last left it before a program changed it. Throws UNAUTHENTICATED, and NOT_FOUND for non-members
 * and if no program changed it.
 */
export async function getDraftBeforeProgram(ctx: Context, skillSetId: string): Promise<Json> {
  await requireOwnSkillSet(ctx, skillSetId)
  const document = await findDraftBeforeProgram(ctx.db, skillSetId)
  if (document !== null) return document
  throw new AppError('NOT_FOUND', { message: 'No program has changed this draft.' })
}

/** Returns the display name. Throws UNAUTHENTICATED, and NOT_FOUND for non-members. */
export async function getDraftTitle(ctx: Context, skillSetId: string): Promise<string> {
  return (await requireOwnSkillSet(ctx, skillSetId)).skillSet.name
}

/**
 * Returns what the studio shows of a SkillSet, with its draft and the problems in it; `draft` is null without one.
 * Throws UNAUTHENTICATED, and NOT_FOUND for non-members.
 */
export async function getDraft(ctx: Context, skillSetId: string): Promise<DraftPage> {
  const { viewer, skillSet } = await requireOwnSkillSet(ctx, skillSetId)
  const { publisher, name, slug } = skillSet
  const versions = await listVersionHeads(ctx.db, skillSetId)
  const live = versions.filter(({ state }) => state === 'PUBLISHED' || state === 'DEPRECATED')
  return {
    skillSetId,
    canEdit: await canPublish(ctx.db, {
      userId: viewer.userId,
      organisationId: publisher.organisationId,
    }),
    viewerId: viewer.userId,
    name,
    slug,
    publisher: { handle: publisher.handle, displayName: publisher.displayName },
    draft: await loadDraft(ctx, { id: skillSetId, slug }),
    hiddenAdvice: await listHiddenAdvice(ctx.db, skillSetId),
    restriction: (await findSkillSetById(ctx.db, skillSetId))?.restriction ?? null,
    versions: versions.map(({ id, number, state, createdAt }) => ({
      id,
      number,
      state,
      createdAtMs: createdAt.getTime(),
    })),
    release: await readSetting(ctx.db, 'release'),
    latest: findLatest(live.map(({ number }) => number)) ?? null,
    categories: await readSetting(ctx.db, 'categories'),
    providers: (await listProviders(ctx)).map(({ slug, name, hosts }) => ({ slug, name, hosts })),
  }
}

async function loadDraft(ctx: Context, { id, slug }: { id: string; slug: string }): Promise<Draft | null> {
  const stored = await findDraft(ctx.db, id)
  if (!stored) return null
  return {
    ...(await inspectInThread(
      stored.document,
      { slug, isFixed: await isPublished(ctx.db, id), rules: await readSiteRules(ctx.db) },
      workOwner(ctx),
    )),
    document: stored.document,
    callPrices: await priceDraftCalls(ctx, id, stored.document),
    revision: stored.revision,
    savedAtMs: stored.updatedAt.getTime(),
    savedBy: await findSaverName(ctx.db, stored),
    program: readDraftProgram(stored),
    beforeProgramAtMs: stored.beforeProgramAt?.getTime() ?? null,
  }
}
