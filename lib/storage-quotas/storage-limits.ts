import type { Context } from '../context/context.ts'
import { type StoredBytes, sumStored } from '../db/blobs/storage-entries.ts'
import { AppError } from '../errors.ts'
import { paths } from '../site/paths.ts'
import { formatBytes } from '../text/format.ts'

/** Storage limits; `.env.example` documents the settings. */

export type StorageLimits = {
  runBytes: number
  skillFileBytes: number
  /** The quota of one person's organisations together, as a multiple of one organisation's. */
  personFactor: number
  organisations: number
}

const MEGABYTE = 1024 * 1024

export function storageLimits(env: NodeJS.ProcessEnv = process.env): StorageLimits {
  return {
    runBytes: parseLimitSetting(env.GUILDHALL_RUN_QUOTA_MB, 5_120) * MEGABYTE,
    skillFileBytes: parseLimitSetting(env.GUILDHALL_SKILL_FILE_QUOTA_MB, 1_024) * MEGABYTE,
    personFactor: parseLimitSetting(env.GUILDHALL_PERSON_QUOTA_FACTOR, 2),
    organisations: parseLimitSetting(env.GUILDHALL_ORGANISATIONS_PER_PERSON, 10),
  }
}

/** Parses a limit from the environment; falls back unless it is a positive number. */
export function parseLimitSetting(setting: string | undefined, fallback: number): number {
  const number = Number(setting)
  return number > 0 && Number.isFinite(number) ? number : fallback
}

/** More than a run and its children usually store. The output of a performed run is always stored. */
const HEADROOM_BYTES = 64 * MEGABYTE

type NewRun = { organisationId: string; isChild: boolean }

/**
 * Throws PRECONDITION_FAILED if the quota is used up. Checked before a run starts, so that its output is
 * never lost; some room is reserved for child runs. Returns whether the organisation stores no inputs and outputs.
 */
export async function requireRoomForRun(
  { db }: Pick<Context, 'db'>,
  { organisationId, isChild }: NewRun,
  limits: StorageLimits = storageLimits(),
): Promise<{ storesNothing: boolean }> {
  const used = await sumStored(db, organisationId, 'runs')
  const { runBytes, personFactor } = limits
  const headroom = isChild ? 0 : Math.min(HEADROOM_BYTES, runBytes / 10)
  requireStorageRoom(used, headroom, {
    quotaBytes: runBytes,
    personFactor,
    what: 'runs and plan runs',
  })
  return { storesNothing: used.retentionDays === 0 }
}

type Quota = {
  quotaBytes: number
  personFactor: number
  what: string
  /** The organisation's own quota is checked elsewhere. */
  isPersonOnly?: boolean
}

/** Throws PRECONDITION_FAILED if `moreBytes` exceed the quota, with advice to free space. */
export function requireStorageRoom(used: StoredBytes, moreBytes: number, quota: Quota): void {
  const { quotaBytes, personFactor, what, isPersonOnly = false } = quota
  if (!isPersonOnly && used.organisation + moreBytes > quotaBytes)
    throw quotaExceededError(
      `Your organisation uses ${formatBytes(used.organisation)} of its ${formatBytes(quotaBytes)} for ${what}.`,
    )
  const personBytes = quotaBytes * personFactor
  if (used.person + moreBytes > personBytes)
    throw quotaExceededError(
      `The organisations of this organisation’s creator use ${formatBytes(used.person)} of their combined ${formatBytes(personBytes)} for ${what}.`,
    )
}

function quotaExceededError(message: string): AppError {
  return new AppError('PRECONDITION_FAILED', {
    message,
    href: paths.storage,
    suggestedAction: 'Free space under Settings → Storage, then try again.',
  })
}
