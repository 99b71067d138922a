/** The latest checks of the examples of published versions, for their publisher: where an output differs, and why. */
import type { Context } from '../../context/context.ts'
import { type DriftPlaces, tellDriftApart } from '../../contracts/examples/tell-drift-apart.ts'
import { findDocuments } from '../rows/published-versions.ts'
import { listChecksOfSkillSet } from '../rows/version-examples.ts'
import { requireOwnSkillSet } from './require-own-skill-set.ts'

export type ExampleCheck = {
  skillSlug: string
  exampleIndex: number
  title: string
  version: string
  recordingId: string
  recordedAtMs: number
  /** Since when everyone may download its responses; null for a private one. */
  publicAtMs: number | null
  /** False for a version that only the publisher's organisation sees: nobody could find its recordings. */
  canBePublic: boolean
  offlineAtMs: number
  offline: 'passed' | 'failed'
  failedNights: number
  liveAtMs: number | null
  /** `none`: it needs secrets that are not lent, calls something or changes something. Null before the first live check. */
  live: 'passed' | 'drifted' | 'none' | null
  places: DriftPlaces
  /** What went wrong in a check that had no output: an error of the code, or of a host. */
  errors: { offline?: string; live?: string }
}

/**
 * Returns the checks of versions in the catalogue, newest version first; [] without recordings. Throws UNAUTHENTICATED, and
 * NOT_FOUND without access.
 */
export async function listExampleChecks(ctx: Context, skillSetId: string): Promise<ExampleCheck[]> {
  await requireOwnSkillSet(ctx, skillSetId)
  const rows = await listChecksOfSkillSet(ctx.db, skillSetId)
  const documents = await findDocuments(ctx.db, [...new Set(rows.map(({ version }) => version.id))])
  return rows.map(({ version, recording, liveResult, ...row }) => {
    const { skillSlug, exampleIndex, failedNights } = row
    const skill = documents.get(version.id)?.skills.find(({ slug }) => slug === skillSlug)
    const offline = readDetails(row.offlineDetails)
    const live = liveResult === 'none' ? NO_DETAILS : readDetails(row.liveDetails)
    return {
      ...{ skillSlug, exampleIndex, failedNights, version: version.number },
      title: skill?.examples?.[exampleIndex]?.title ?? `Example ${exampleIndex + 1}`,
      recordingId: recording.id,
      recordedAtMs: recording.recordedAt.getTime(),
      publicAtMs: recording.publicAt?.getTime() ?? null,
      canBePublic: version.visibility === 'PUBLIC',
      offlineAtMs: row.offlineAt.getTime(),
      offline: row.offlineResult === 'passed' ? 'passed' : 'failed',
      liveAtMs: row.liveAt?.getTime() ?? null,
      live: LIVE_RESULTS.find((each) => each === liveResult) ?? null,
      places: tellDriftApart({ offline: offline.places, live: live.places }),
      errors: {
        ...(offline.error !== undefined && { offline: offline.error }),
        ...(live.error !== undefined && { live: live.error }),
      },
    }
  })
}

const LIVE_RESULTS = ['passed', 'drifted', 'none'] as const

type Details = { places: string[]; error?: string }

const NO_DETAILS: Details = { places: [] }

/** Details are pointers, or the one message of an error. */
function readDetails(details: unknown): Details {
  if (!Array.isArray(details)) return NO_DETAILS
  const texts = details.filter((each): each is string => typeof each === 'string')
  const isPointer = (each: string) => each === '' || each.startsWith('/')
  const error = texts.find((each) => !isPointer(each))
  return { places: texts.filter(isPointer), ...(error !== undefined && { error }) }
}
