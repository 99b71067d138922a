/** What people decide about a rollout. Each decision is one transaction and is audited. */
import { randomUUIDv7 } from 'node:crypto'
import { refreshCatalogEntries } from '../../catalog/refresh-catalog-entries.ts'
import type { Context } from '../../context/context.ts'
import { compareVersions, parseMajor } from '../../contracts/versions/version-number.ts'
import { isLive } from '../../contracts/versions/version-states.ts'
import { listRunningOrganisations } from '../../installs/list-running.ts'
import { FAN_OUT_TRANSACTION } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { paths } from '../../kernel/site/paths.ts'
import { capitalise } from '../../kernel/text/format.ts'
import { fanOutNotice } from '../../notices/fan-out-notice.ts'
import { findDraftProgram } from '../drafts/draft-program.ts'
import { formatProgram } from '../model/draft-program.ts'
import { auditMove, formatTitle, notifyPublisher } from '../review/review-notices.ts'
import { type Party, requireActingParty, requireText } from '../review/review-preconditions.ts'
import { listPublishedVersions, type PublishedVersion } from '../rows/published-versions.ts'
import { lockRollout, updateRollout, upsertReturn } from '../rows/rollouts.ts'
import { findVersionWithOwner, lockSkillSet, type VersionWithOwner } from '../rows/versions.ts'
import { findServedBefore } from './start-rollout.ts'

/**
 * Gives a version to everyone at once, also one that was returned. For owners and admins of the publisher, and admins of
 * the site. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for plain members, and CONFLICT if everyone gets it already or
 * it was taken down.
 */
export async function finishRollout(ctx: Context, versionId: string): Promise<void> {
  const { version, party } = await requireRolloutDecider(ctx, versionId)
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, version.skillSetId)
    const rollout = await lockRollout(tx, versionId)
    if (!rollout || rollout.state === 'finished' || !isLive(version)) {
      throw new AppError('CONFLICT', {
        message: isLive(version)
          ? `Everyone who follows a range gets ${formatTitle(version)} already.`
          : `${formatTitle(version)} was taken down.`,
      })
    }
    const endedById = party.viewer.userId
    const end = { endedAt: new Date(), outcome: 'person' as const, endedById, reason: null }
    await updateRollout(tx, rollout.id, { state: 'finished', share: 1, ...end })
    await refreshCatalogEntries(tx, version.skillSetId)
    await auditMove(tx, party.viewer, 'finish_rollout', version, { outcome: 'person' })
    await notifyPublisher(tx, party.viewer, version, {
      kind: 'rollout.finished',
      title: `${formatTitle(version)} is rolled out`,
      body: `${party.viewer.name} gave this version to everyone who follows a range.`,
      href: paths.rollout(version.skillSet.publisher.handle, version.skillSet.slug, version.number),
    })
  })
}

/**
 * Serves the version before again to everyone who follows a range: this version, and later ones of its major, are returned.
 * Exact numbers, pins and runs that have begun keep it. Returns the number that is served again. Permissions as for
 * `finishRollout`. Throws INVALID_INPUT for a missing or too short reason, and CONFLICT if there is no earlier version or it was returned.
 */
export async function returnVersion(
  ctx: Context,
  request: { versionId: string; reason: string },
): Promise<string> {
  const { version, party } = await requireRolloutDecider(ctx, request.versionId)
  const reason = requireReason(request.reason)
  const { skillSet, skillSetId } = version
  const program = await findDraftProgram(ctx)
  return ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, skillSetId)
    const versions = await listPublishedVersions(tx, skillSetId)
    const target = findServedBefore(versions, version)
    const returned = target ? listReturned(versions, version) : []
    if (!target || returned.length === 0)
      throw new AppError('CONFLICT', {
        message: target
          ? `${formatTitle(version)} was returned or taken down already.`
          : `${formatTitle(version)} has no earlier version that could be served again.`,
        suggestedAction: target ? undefined : 'Take the version down, or publish a new one.',
      })
    const runners = await listRunningOrganisations(tx, skillSet)
    const end = { endedAt: new Date(), outcome: 'person' as const, reason, endedById: party.viewer.userId }
    for (const { id } of returned)
      await upsertReturn(tx, { id: randomUUIDv7(), versionId: id, skillSetId, oldVersionId: target.id }, end)
    await refreshCatalogEntries(tx, skillSetId)
    const numbers = returned.map(({ number }) => number)
    await auditMove(tx, party.viewer, 'return', version, { reason, to: target.number, returned: numbers })
    await fanOutNotice(
      tx,
      {
        memberOfId: skillSet.publisher.organisationId,
        adminsOfIds: returned.flatMap(({ id }) => runners.get(id) ?? []),
        // Who acts by a key may not know what the program does.
        exceptUserId: program ? '' : party.viewer.userId,
      },
      {
        kind: 'version.returned',
        title: `${skillSet.name} ${target.number} is served again`,
        body: `${program ? `${capitalise(formatProgram(program))} returned it with the key “${program.keyName}”. ` : ''}${reason} Version ${numbers.join(', ')} runs only where it is asked for by its number.`,
        href: paths.skillSet(skillSet.publisher.handle, skillSet.slug),
      },
    )
    return target.number
  }, FAN_OUT_TRANSACTION)
}

/** A word does not tell those who get the version before again why. */
const MIN_REASON_CHARS = 10

/** Throws INVALID_INPUT. */
function requireReason(text: string): string {
  const reason = requireText(text, 'reason')
  if (reason.length >= MIN_REASON_CHARS) return reason
  const message = `Write a sentence of at least ${MIN_REASON_CHARS} characters. Everyone who uses the SkillSet reads it.`
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/reason', message }] })
}

/** Returns the version and later live ones of its major that are not returned yet. */
function listReturned(
  versions: readonly PublishedVersion[],
  { number }: VersionWithOwner,
): PublishedVersion[] {
  return versions.filter(
    (each) =>
      compareVersions(each.number, number) >= 0 &&
      parseMajor(each.number) === parseMajor(number) &&
      isLive(each) &&
      each.rollout?.state !== 'returned',
  )
}

/** Returns the version and who decides about its rollout. Throws UNAUTHENTICATED, NOT_FOUND, and POLICY_DENIED for plain members. */
export async function requireRolloutDecider(
  ctx: Context,
  versionId: string,
): Promise<{ version: VersionWithOwner; party: Party }> {
  const version = await findVersionWithOwner(ctx.db, versionId)
  if (!version) throw new AppError('NOT_FOUND')
  const party = await requireActingParty(ctx, version.skillSet.publisher.organisationId)
  if (version.visibility === 'PRIVATE' && !party.isPublisher) throw new AppError('NOT_FOUND')
  return { version, party }
}
