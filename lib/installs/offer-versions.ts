/**
 * Which versions a range or "latest" may lead to for one organisation. Three valves hold a version back: its age, its
 * rollout, and its return. None of them concerns an exact number or a pin. See docs/spec/product.md §3.
 */
import { createHash } from 'node:crypto'
import { findLatestEvent } from '../audit/rows/audit-events.ts'
import type { RiskLevel } from '../contracts/document/skillset-document.ts'
import { type ConsentTerms, highestRisk, riskIn } from '../contracts/permissions/permission-lines.ts'
import { chooseVersion } from '../contracts/versions/choose-version.ts'
import { compareVersions, isPrerelease } from '../contracts/versions/version-number.ts'
import { isLive } from '../contracts/versions/version-states.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { isObject } from '../kernel/json/json.ts'
import { paths } from '../kernel/site/paths.ts'
import { HOUR_MS } from '../kernel/time.ts'
import type { PublishedVersion, SkillSetRow } from '../publishing/rows/published-versions.ts'
import { readSetting } from '../settings/read-settings.ts'
import type { VersionReader } from './rows/version-readers.ts'
import { readVersionTerms } from './version-terms.ts'

/** Why an organisation does not get a version yet, or not any more. */
export type HeldBack =
  /** `isOnly`: its publisher took down everything older, so that no older version can be served until then. */
  | { kind: 'age'; until: Date; isOnly?: true }
  /** It is being rolled out, and the organisation is not among those that get it. */
  | { kind: 'share' }
  /** It was returned: an older version is served again. */
  | { kind: 'returned' }

/** The versions that an organisation may run, and those of them to which no range leads. */
export type VersionOffer = {
  versions: readonly PublishedVersion[]
  held: ReadonlyMap<string, HeldBack>
}

type Owned = { id: string; publisher: Pick<SkillSetRow['publisher'], 'organisationId'> }

type Options = {
  /** Set for a toolset: the version agreed to, or null. A rollout never moves a toolset. */
  toolsetVersionId?: string | null | undefined
  now?: Date
}

/**
 * Returns the offer to an organisation; `versions` are all that the caller sees, and `skillSet` is theirs. The publisher's
 * own organisation waits for nothing. Reads at most the terms of versions younger than the largest minimum age.
 */
export async function offerVersions(
  db: Database | Tx,
  reader: VersionReader,
  skillSet: Owned,
  versions: readonly PublishedVersion[],
  { toolsetVersionId, now = new Date() }: Options = {},
): Promise<VersionOffer> {
  const held = new Map<string, HeldBack>()
  const isOwn = skillSet.publisher.organisationId === reader.organisationId
  if (!isOwn) await addYoung(db, reader, versions, { held, now })
  for (const { id, rollout } of versions) {
    if (rollout?.state === 'returned') held.set(id, { kind: 'returned' })
    else if (rollout === null || rollout.state === 'finished' || isOwn) continue
    else if (reader.takenIds.includes(id) || toolsetVersionId === id) continue
    else if (toolsetVersionId !== undefined || !isReached(rollout, reader.organisationId, skillSet.id))
      held.set(id, { kind: 'share' })
  }
  return { versions, held }
}

const ANYONE: VersionReader = { organisationId: '', minAgeHours: 0, takenIds: [] }

/**
 * Returns the offer to everyone who neither installed nor took a version, as lists show it. `isOwner` is true for a member of the
 * publisher, whose own organisation waits for nothing.
 */
export function offerToAnyone(
  db: Database | Tx,
  skillSet: Owned,
  versions: readonly PublishedVersion[],
  { isOwner = false } = {},
): Promise<VersionOffer> {
  const reader = isOwner ? { ...ANYONE, organisationId: skillSet.publisher.organisationId } : ANYONE
  return offerVersions(db, reader, skillSet, versions)
}

type AgeInput = { held: Map<string, HeldBack>; now: Date }

/** Holds versions that are too young, unless they are the first, a fix of one taken down by an admin, or were taken by the organisation. */
async function addYoung(
  db: Database | Tx,
  reader: VersionReader,
  versions: readonly PublishedVersion[],
  { held, now }: AgeInput,
): Promise<void> {
  const hoursByRisk = await readAgesByRisk(db)
  const longest = Math.max(reader.minAgeHours, ...Object.values(hoursByRisk))
  const young: PublishedVersion[] = []
  const onlyIds = new Set<string>()
  for (const version of versions) {
    const isYoung =
      now.getTime() - version.publishedAt.getTime() < longest * HOUR_MS &&
      isLive(version) &&
      !reader.takenIds.includes(version.id)
    if (!isYoung) continue
    const hasServedElder = hasElder(version, versions.filter(isLive))
    if (!hasServedElder && !(await hasElderTakenDownByPublisher(db, version, versions))) continue
    if (await isFix(db, version, versions)) continue
    young.push(version)
    if (!hasServedElder) onlyIds.add(version.id)
  }
  if (young.length === 0) return
  const terms = await readVersionTerms(
    db,
    young.map(({ id }) => id),
  )
  for (const { id, publishedAt } of young) {
    const hours = Math.max(reader.minAgeHours, hoursByRisk[riskOf(terms.get(id))])
    const until = new Date(publishedAt.getTime() + hours * HOUR_MS)
    if (until > now) held.set(id, { kind: 'age', until, ...(onlyIds.has(id) && { isOnly: true }) })
  }
}

async function readAgesByRisk(db: Database | Tx): Promise<Record<RiskLevel, number>> {
  return {
    'read-only': await readSetting(db, 'versionAgeReadOnly'),
    writes: await readSetting(db, 'versionAgeWrites'),
    commands: await readSetting(db, 'versionAgeCommands'),
  }
}

function riskOf({ skills = [], permissions }: Partial<ConsentTerms> = {}): RiskLevel {
  return highestRisk(skills.map((skill) => riskIn({ permissions }, skill)))
}

/** Returns how many hours the site holds a version back, by the risk of its skills. */
export async function siteAgeHours(db: Database | Tx, versionId: string): Promise<number> {
  const terms = await readVersionTerms(db, [versionId])
  return (await readAgesByRisk(db))[riskOf(terms.get(versionId))]
}

/** Whether one of the others is an older release than the version. */
function hasElder(version: PublishedVersion, others: readonly PublishedVersion[]): boolean {
  return others.some((other) => isElder(other, version))
}

function isElder(other: PublishedVersion, version: PublishedVersion): boolean {
  return (
    other.publishedAt < version.publishedAt &&
    compareVersions(other.number, version.number) < 0 &&
    (isPrerelease(version.number) || !isPrerelease(other.number))
  )
}

/**
 * Whether the publisher took an older release down. By that alone nobody could make their newest version reach everyone
 * before its time, such as with a stolen account.
 */
async function hasElderTakenDownByPublisher(
  db: Database | Tx,
  version: PublishedVersion,
  versions: readonly PublishedVersion[],
): Promise<boolean> {
  for (const other of versions) {
    const isTakenDown = other.state === 'YANKED' && other.withdrawal === null && isElder(other, version)
    if (isTakenDown && !(await isTakenDownByAdmin(db, other))) return true
  }
  return false
}

/**
 * Throws POLICY_DENIED with the time for a version that a range led to although it is too young, because its publisher took
 * everything older down. `agreedId` is of a version that someone agreed to, which waits for nothing.
 */
export function requireOldEnough(
  { publisher, skillSet }: { publisher: string; skillSet: string },
  { id, number }: Pick<PublishedVersion, 'id' | 'number'>,
  { held, agreedIds }: { held: VersionOffer['held']; agreedIds: readonly (string | null | undefined)[] },
): void {
  const reason = held.get(id)
  if (reason?.kind !== 'age' || !reason.isOnly || agreedIds.includes(id)) return
  const until = reason.until.toISOString().slice(0, 16).replace('T', ' ')
  throw new AppError('POLICY_DENIED', {
    message: `Version ${number} of ${publisher}.${skillSet} is new and reaches your organisation on ${until} UTC. Its publisher took the versions before it down, so no other one can be served until then.`,
    suggestedAction:
      'Wait, or let an owner or admin of your organisation take this version now, on its page.',
    href: paths.skillSet(publisher, skillSet),
    retryAfter: Math.max(1, Math.ceil((reason.until.getTime() - Date.now()) / 1000)),
  })
}

/**
 * Whether an admin reviewed it, and the version before it was recalled or taken down by an admin: those who ran that one wait for
 * the fix, and waiting would leave them with what is older still. A take-down by the publisher does not count, since anyone could
 * exempt their own versions by it.
 */
export async function isFix(
  db: Database | Tx,
  version: Pick<PublishedVersion, 'number' | 'reviewed'>,
  versions: readonly Pick<PublishedVersion, 'id' | 'number' | 'state' | 'withdrawal'>[],
): Promise<boolean> {
  const [before] = versions
    .filter(({ number }) => compareVersions(number, version.number) < 0 && !isPrerelease(number))
    .toSorted((a, b) => compareVersions(b.number, a.number))
  if (!version.reviewed || !before) return false
  return before.withdrawal?.kind === 'recall' || (before.state === 'YANKED' && isTakenDownByAdmin(db, before))
}

/** Whether an admin took down a version that is yanked, also one that its publisher had taken down before. */
export async function isTakenDownByAdmin(
  db: Database | Tx,
  { id }: Pick<PublishedVersion, 'id'>,
): Promise<boolean> {
  const event = await findLatestEvent(db, { subjectType: 'version', subjectId: id, action: 'version.yank' })
  return isObject(event?.data) && event.data.by === 'admin'
}

function isReached({ id, share }: { id: string; share: number }, organisationId: string, skillSetId: string) {
  // At the last step of a rollout it reaches everyone, visitors too.
  if (share >= 1) return true
  return organisationId !== '' && pointOf({ rolloutId: id, skillSetId, organisationId }) <= share
}

/**
 * Returns where an organisation stands in a rollout, from 0 to 1: evenly spread, the same at each call, and another one in
 * each rollout, so that nobody is always the first.
 */
export function pointOf(of: { rolloutId: string; skillSetId: string; organisationId: string }): number {
  const digest = createHash('sha256').update(`${of.organisationId} ${of.skillSetId} ${of.rolloutId}`).digest()
  return digest.readUIntBE(0, 6) / 2 ** 48
}

/**
 * Leaves out what is held, best first. Returns all of them where nothing else fits: then there is no older version that
 * could be served meanwhile.
 */
export function withoutHeld<Each>(
  candidates: readonly Each[],
  held: VersionOffer['held'],
  versionOf: (candidate: Each) => Pick<PublishedVersion, 'id' | 'number'>,
): Each[] {
  const open = candidates.filter((candidate) => !held.has(versionOf(candidate).id))
  const [best] = candidates
  const isRelease = best !== undefined && !isPrerelease(versionOf(best).number)
  const serves = open.some((candidate) => !isRelease || !isPrerelease(versionOf(candidate).number))
  return serves ? open : [...candidates]
}

/** Returns the latest version for those without an install; undefined if there is none. */
export function chooseLatest({ versions, held }: VersionOffer): PublishedVersion | undefined {
  const live = versions.filter(isLive)
  const latest = chooseVersion(live)
  if (!latest || !held.has(latest.id)) return latest ?? chooseVersion(versions)
  const ranked = [latest, ...live.filter(({ id }) => id !== latest.id)]
  return chooseVersion(withoutHeld(ranked, held, (version) => version))
}

export type ComingVersion = { versionId: string; number: string; held: HeldBack }

/** Returns the best version that is held back for now and better than the one that runs; undefined if there is none. */
export function findComing(
  candidates: readonly PublishedVersion[],
  running: PublishedVersion,
  held: VersionOffer['held'],
): ComingVersion | undefined {
  for (const { id, number } of candidates) {
    if (id === running.id) return undefined
    const reason = held.get(id)
    if (reason && reason.kind !== 'returned') return { versionId: id, number, held: reason }
  }
  return undefined
}
