/**
 * Counts what versions do in production, without who ran them. Counts collect in this process and are written every few
 * seconds; what a version was never seen to do before is written at once, because someone has to be told.
 */
import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { masterKey } from '../config/master-key.ts'
import { onShutdown } from '../kernel/background/shutdown.ts'
import type { Database } from '../kernel/db/prisma-client.ts'
import { log, logUnlessExpected } from '../kernel/logging/log.ts'
import { oncePerProcess } from '../kernel/process/once-per-process.ts'
import { readSetting } from '../settings/read-settings.ts'
import {
  BEHAVIOUR_KINDS,
  type BehaviourLine,
  type BehaviourProfile,
  EMPTY_PROFILE,
  keyOfLine,
  MAX_PROFILE_LINES,
  mergeProfiles,
  OTHER,
} from './model/behaviour-profile.ts'
import {
  addBehaviour,
  addOrganisation,
  findKnownBehaviour,
  pauseVersions,
  type SeenBy,
} from './rows/behaviour-rows.ts'

const FLUSH_EVERY_MS = 10_000
/** What a process remembers of versions; others are read again. */
const MAX_VERSIONS = 2_000
/** Versions with counts that are not written yet. Beyond it they are written at once. */
const MAX_WAITING = 500
/** Flushes after which the counts of a version that cannot be written are dropped: a database is back within minutes. */
const MAX_FAILURES = 60

type Known = { keys: Set<string>; lines: number; hasBaseline: boolean }

type Counting = {
  known: LRUCache<string, Promise<Known | null>>
  waiting: Map<string, BehaviourProfile>
  firsts: Set<string>
  /** Lines and organisations that were counted together before. */
  seenBy: LRUCache<string, true>
  organisations: SeenBy[]
  /** Flushes in a row that failed, by version. */
  failures: Map<string, number>
  timer: NodeJS.Timeout | undefined
  isFinishing: boolean
  flushing: Promise<unknown>
  /** Runs that are not counted yet. */
  counting: Set<Promise<void>>
}

const state = oncePerProcess(
  'behaviour',
  (): Counting => ({
    known: new LRUCache({ max: MAX_VERSIONS, ttl: 10 * 60_000 }),
    waiting: new Map(),
    firsts: new Set(),
    seenBy: new LRUCache({ max: 50_000 }),
    organisations: [],
    failures: new Map(),
    timer: undefined,
    isFinishing: false,
    flushing: Promise.resolve(),
    counting: new Set(),
  }),
)

export type ObservedRun = {
  versionId: string
  profile: BehaviourProfile
  organisationId: string
  /** The publisher's own organisation does not count among those that did it. */
  isPublisherOrganisation: boolean
}

/** Counts a run in the background; never fails it. */
export function countBehaviour(db: Database, run: ObservedRun): void {
  const counting: Promise<void> = addRun(db, run)
    .catch((thrown) => void logUnlessExpected(thrown))
    .then(() => void state.counting.delete(counting))
  state.counting.add(counting)
}

/** Resolves when the run is counted, and written if it did something new. */
export async function addRun(db: Database, run: ObservedRun): Promise<void> {
  const { versionId, profile } = run
  const known = await findKnown(db, versionId)
  if (!known) return
  const lines = profile.lines.map((line) => withinLimit(known, line))
  const added = lines.filter((line) => !known.keys.has(keyOfLine(line)))
  for (const line of added) {
    known.keys.add(keyOfLine(line))
    known.lines += 1
    if (known.hasBaseline && BEHAVIOUR_KINDS[line.kind].isFound)
      state.firsts.add(`${versionId} ${keyOfLine(line)}`)
  }
  const before = state.waiting.get(versionId) ?? EMPTY_PROFILE
  state.waiting.set(versionId, mergeProfiles(before, { ...profile, lines }))
  if (!run.isPublisherOrganisation) noteOrganisation(run, lines)
  if (added.length > 0 || state.waiting.size > MAX_WAITING) return writeInTurn(db)
  flushLater(db)
}

async function findKnown(db: Database, versionId: string): Promise<Known | null> {
  const before = state.known.get(versionId)
  if (before) return before
  const reading = findKnownBehaviour(db, versionId).then(
    (found) =>
      found && { keys: new Set(found.keys), lines: found.productionLines, hasBaseline: found.hasBaseline },
  )
  state.known.set(versionId, reading)
  reading.catch(() => state.known.delete(versionId))
  return reading
}

function withinLimit(known: Known, line: BehaviourLine): BehaviourLine {
  return known.keys.has(keyOfLine(line)) || known.lines < MAX_PROFILE_LINES
    ? line
    : { ...line, object: OTHER }
}

/** The digest is of the version, so that digests of two versions tell nothing about each other. */
function noteOrganisation({ versionId, organisationId }: ObservedRun, lines: readonly BehaviourLine[]): void {
  let digest: string | undefined
  for (const line of lines) {
    const key = `${versionId} ${organisationId} ${keyOfLine(line)}`
    if (state.seenBy.has(key)) continue
    state.seenBy.set(key, true)
    digest ??= createHmac('sha256', masterKey().key)
      .update(JSON.stringify(['behaviour', versionId, organisationId]))
      .digest('base64url')
    const { skill, kind, object } = line
    state.organisations.push({ versionId, skill, kind, object, digest })
  }
}

function flushLater(db: Database): void {
  if (!state.isFinishing) {
    state.isFinishing = true
    onShutdown(() => flushBehaviour(db))
  }
  state.timer ??= setTimeout(() => void writeInTurn(db).catch(logUnlessExpected), FLUSH_EVERY_MS).unref()
}

/** Writes what was counted until now. Rejects if that fails. */
export async function flushBehaviour(db: Database): Promise<void> {
  await Promise.all(state.counting)
  return writeInTurn(db)
}

/**
 * Writes what was counted, and pauses versions that did something for the first time if the operator wants that. What cannot be
 * written is counted again with the next flush; a version that cannot be written holds no other one up.
 */
function writeInTurn(db: Database): Promise<void> {
  const flushed = state.flushing.then(() => writeCounts(db))
  state.flushing = flushed.catch(() => {})
  return flushed
}

type Waiting = { versionId: string; profile: BehaviourProfile; organisations: SeenBy[]; firsts: string[] }

async function writeCounts(db: Database): Promise<void> {
  clearTimeout(state.timer)
  state.timer = undefined
  const waiting = takeWaiting()
  if (waiting.length === 0) return
  try {
    return await writeTogether(db, waiting)
  } catch {
    // One of them may be the cause, so that they are written one by one.
  }
  const errors: unknown[] = []
  for (const each of waiting) {
    try {
      await writeTogether(db, [each])
    } catch (thrown) {
      errors.push(thrown)
      giveBack(db, each, thrown)
    }
  }
  if (errors.length > 0) throw errors[0]
}

function takeWaiting(): Waiting[] {
  const ofVersion = Map.groupBy(state.organisations.splice(0), ({ versionId }) => versionId)
  const versionIds = new Set([...state.waiting.keys(), ...ofVersion.keys()])
  const taken = [...versionIds].map((versionId) => ({
    versionId,
    profile: state.waiting.get(versionId) ?? EMPTY_PROFILE,
    organisations: ofVersion.get(versionId) ?? [],
    firsts: [...state.firsts].filter((first) => first.startsWith(`${versionId} `)),
  }))
  state.waiting.clear()
  state.firsts.clear()
  return taken
}

async function writeTogether(db: Database, waiting: readonly Waiting[]): Promise<void> {
  const hasFirsts = waiting.some(({ firsts }) => firsts.length > 0)
  const isPausing = hasFirsts && (await readSetting(db, 'pauseOnNewBehaviour')) === 'on'
  const counted = waiting.map(({ versionId, profile: { lines, ...figures }, firsts }) => ({
    versionId,
    ...figures,
    lines: lines.map((line) => ({
      ...line,
      isFirstEver: firsts.includes(`${versionId} ${keyOfLine(line)}`),
    })),
  }))
  const now = new Date()
  await db.$transaction(async (tx) => {
    const withFirsts = await addBehaviour(tx, counted, now)
    if (isPausing) await pauseVersions(tx, withFirsts, now)
    for (const seen of waiting.flatMap(({ organisations }) => organisations)) await addOrganisation(tx, seen)
  })
  for (const { versionId } of waiting) state.failures.delete(versionId)
}

/**
 * Keeps the counts of a version for the next flush. After as many flushes they are dropped, so that counts which
 * the database refuses do not stay for good; what the version does is compared with the database again then.
 */
function giveBack(
  db: Database,
  { versionId, profile, organisations, firsts }: Waiting,
  thrown: unknown,
): void {
  const failures = (state.failures.get(versionId) ?? 0) + 1
  if (failures >= MAX_FAILURES) {
    state.failures.delete(versionId)
    state.known.delete(versionId)
    log.error({ versionId, runs: profile.runs, err: thrown }, 'dropped counts of behaviour')
    return
  }
  state.failures.set(versionId, failures)
  state.waiting.set(versionId, mergeProfiles(state.waiting.get(versionId) ?? EMPTY_PROFILE, profile))
  for (const first of firsts) state.firsts.add(first)
  state.organisations.push(...organisations)
  flushLater(db)
}

/** For tests: as a process that begins. */
export function forgetBehaviour(): void {
  state.known.clear()
  state.seenBy.clear()
}
