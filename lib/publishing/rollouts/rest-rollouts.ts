/** Rollouts as REST and the command line show and change them, by the names of SkillSets and numbers of versions. */
import { z } from 'zod'
import { requireRecentAuth } from '../../auth/recent-auth.ts'
import { findPageParts } from '../../catalog/find-page-parts.ts'
import {
  type Context,
  isWithinKey,
  requireOrganisationAdmin,
  requirePerson,
  requireScope,
  requireSkillSet,
  requireViewer,
} from '../../context/context.ts'
import { isLive } from '../../contracts/versions/version-states.ts'
import type { HeldBack } from '../../installs/offer-versions.ts'
import { takeVersion } from '../../installs/take-version.ts'
import { AppError } from '../../kernel/errors.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { ROLLOUT_STEPS } from '../model/rollout-steps.ts'
import type { SkillSetRef } from '../rows/published-versions.ts'
import { finishRollout, returnVersion } from './change-rollout.ts'
import { listRolloutViews, type RolloutView } from './rollout-view.ts'

const Instant = z.string().nullable()

const RestRollout = z.object({
  state: z.enum(['rolling', 'finished', 'returned', 'superseded']),
  step: z.string().meta({ description: 'How far it is, such as "5% of organisations".' }),
  serves_meanwhile: z.string().nullable().meta({ description: 'The version that the others get.' }),
  started_at: z.string(),
  ended_at: Instant,
  outcome: z.string().nullable(),
  reason: z.string().nullable(),
  waits_for_person: z.boolean().meta({ description: 'True if the runs do not suffice to judge it.' }),
})

export const RestRollouts = z.object({
  skillset: z.string(),
  serves: z.string().nullable().meta({
    description: 'The version that the caller’s organisation gets without asking for a number.',
  }),
  versions: z.array(
    z.object({
      version: z.string(),
      published_at: z.string(),
      held_by: z.enum(['age', 'share', 'returned']).nullable().meta({
        description: 'What keeps the caller’s organisation from getting it; null if nothing does.',
      }),
      held_until: Instant.meta({ description: 'Set if its age holds it back.' }),
      rollout: RestRollout.nullable().meta({
        description: 'For members of the publisher and admins. Null if it reached everyone at once.',
      }),
      returns_to: z.string().nullable().meta({
        description: 'For the same people: the version that a return would serve again.',
      }),
    }),
  ),
})

export const RolloutReasonBody = z.strictObject({
  reason: z.string().meta({
    description:
      'Why. It is sent to those whom the change concerns, or audited. A return needs at least 10 characters.',
  }),
})

const MOST_VERSIONS = 20

/**
 * Returns the newest twenty live versions, and which of them the caller's organisation gets. Members of the publisher, and
 * admins, see rollouts. Throws UNAUTHENTICATED, and NOT_FOUND also for a SkillSet that the caller may not see.
 */
export async function listRestRollouts(
  ctx: Context,
  skillSet: string,
): Promise<z.infer<typeof RestRollouts>> {
  requireViewer(ctx)
  const ref = parseRef(skillSet)
  const { skillSet: row, versions, held, served } = await findPageParts(ctx, ref)
  const live = versions.filter(isLive).slice(0, MOST_VERSIONS)
  const name = `${row.publisher.handle}.${row.slug}`
  const mayReachRollouts = isOfKey(ctx, row.publisher) && isWithinKey(ctx, { skillSet: name })
  const views = mayReachRollouts ? await listRolloutViews(ctx, row) : new Map<string, RolloutView>()
  return {
    skillset: name,
    serves: served?.number ?? null,
    versions: live.map(({ id, number, publishedAt }) => ({
      ...{ version: number, published_at: publishedAt.toISOString() },
      ...readHeld(held.get(id)),
      ...readRollout(views.get(id) ?? null),
    })),
  }
}

function readHeld(held: HeldBack | undefined) {
  return {
    held_by: held?.kind ?? null,
    held_until: held?.kind === 'age' ? held.until.toISOString() : null,
  }
}

function readRollout(view: RolloutView | null) {
  const rollout = view?.rollout ?? null
  return {
    rollout: rollout && {
      state: rollout.state,
      step: ROLLOUT_STEPS[rollout.step]?.label ?? '',
      serves_meanwhile: rollout.oldNumber,
      started_at: new Date(rollout.startedAtMs).toISOString(),
      ended_at: rollout.endedAtMs === null ? null : new Date(rollout.endedAtMs).toISOString(),
      outcome: rollout.outcome,
      reason: rollout.reason,
      waits_for_person: rollout.isInconclusive,
    },
    returns_to: view?.returnTo ?? null,
  }
}

type Named = { skillSet: string; version: string }

/**
 * Serves the version before again, and returns its number. Programs may do that, such as an alarm at night: it leads to what
 * was reviewed and ran before. A key needs the scope `publish`, and reaches SkillSets of its own organisation within its
 * limits. Throws as `returnVersion`, NOT_FOUND and POLICY_DENIED for what the key does not reach, and PRECONDITION_FAILED for
 * a person without a recent sign-in.
 */
export async function returnByName(
  ctx: Context,
  named: Named,
  body: unknown,
): Promise<{ version: string; serves: string }> {
  const { id, number, ref, organisationId } = await requireVersion(ctx, named)
  requireReached(ctx, ref, organisationId)
  const { reason } = parseFields(RolloutReasonBody, body)
  await requireRecentAuth(ctx)
  return { version: number, serves: await returnVersion(ctx, { versionId: id, reason }) }
}

/**
 * Gives a version to everyone at once. For people: throws POLICY_DENIED for keys, PRECONDITION_FAILED without a recent
 * sign-in, and as `finishRollout`.
 */
export async function finishByName(ctx: Context, named: Named): Promise<{ version: string }> {
  requirePerson(ctx)
  const { id, number } = await requireVersion(ctx, named)
  await requireRecentAuth(ctx)
  await finishRollout(ctx, id)
  return { version: number }
}

/** Takes a version before its time. For people, since the wait protects from programs too: throws POLICY_DENIED for keys, and as `takeVersion`. */
export async function takeByName(ctx: Context, named: Named, body: unknown): Promise<{ version: string }> {
  requirePerson(ctx)
  const { id, ref } = await requireVersion(ctx, named)
  const { reason } = parseFields(RolloutReasonBody, body)
  return { version: await takeVersion(ctx, ref, { versionId: id, reason }) }
}

async function requireVersion(ctx: Context, { skillSet, version }: Named) {
  requireViewer(ctx)
  const parts = await findPageParts(ctx, parseRef(skillSet))
  const found = parts.versions.find(({ number }) => number === version)
  if (!found)
    throw new AppError('NOT_FOUND', {
      message: `${skillSet} has no version ${version}.`,
      suggestedAction: 'Name a published version by its whole number, such as 1.4.0.',
    })
  const { publisher, slug } = parts.skillSet
  const ref = { publisher: publisher.handle, skillset: slug }
  return { id: found.id, number: found.number, ref, organisationId: publisher.organisationId }
}

/** A key acts for its one organisation, also where its owner has rights in others. True for people. */
function isOfKey(
  { keyId, keyGrant, viewer }: Context,
  { organisationId }: { organisationId: string },
): boolean {
  return (keyId === undefined && keyGrant === undefined) || viewer?.organisationId === organisationId
}

/** Throws NOT_FOUND or POLICY_DENIED for a SkillSet that the caller's key may not change. Allows people. */
function requireReached(ctx: Context, { publisher, skillset }: SkillSetRef, organisationId: string): void {
  if (ctx.keyId === undefined && ctx.keyGrant === undefined) return
  requireScope(ctx, 'publish')
  if (!isOfKey(ctx, { organisationId }))
    throw new AppError('NOT_FOUND', { message: 'This SkillSet belongs to another organisation.' })
  requireOrganisationAdmin(ctx)
  requireSkillSet(ctx, `${publisher}.${skillset}`)
}

/** Throws NOT_FOUND for a name that no SkillSet can have. */
function parseRef(name: string): SkillSetRef {
  const [publisher, skillset, ...more] = name.split('.')
  if (publisher && skillset && more.length === 0) return { publisher, skillset }
  throw new AppError('NOT_FOUND', {
    message: `“${name}” is not the name of a SkillSet.`,
    suggestedAction: 'A SkillSet is called publisher.skillset.',
  })
}
