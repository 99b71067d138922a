/** How much blobs may be. Floor 3; the settings are in the README. */

export type BlobLimits = {
  /** Of one blob. */
  maxBytes: number
  /** Of all that an organisation has. */
  quotaBytes: number
  /** How long one is kept. */
  keptMs: number
}

const MEGABYTE = 1024 * 1024
const DAY_MS = 86_400_000

export function blobLimits(env: NodeJS.ProcessEnv = process.env): BlobLimits {
  return {
    maxBytes: positive(env.GUILDHALL_BLOB_MAX_MB, 2_048) * MEGABYTE,
    quotaBytes: positive(env.GUILDHALL_BLOB_QUOTA_MB, 10_240) * MEGABYTE,
    keptMs: positive(env.GUILDHALL_BLOB_DAYS, 30) * DAY_MS,
  }
}

/** A setting that is no positive number counts as none. */
function positive(said: string | undefined, otherwise: number): number {
  const number = Number(said)
  return number > 0 && Number.isFinite(number) ? number : otherwise
}
