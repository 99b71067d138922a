/** How much blobs may be. Floor 3; the settings are in `.env.example`. */
import { limitSetting } from '../files/limit-setting.ts'

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
    maxBytes: limitSetting(env.GUILDHALL_BLOB_MAX_MB, 2_048) * MEGABYTE,
    quotaBytes: limitSetting(env.GUILDHALL_BLOB_QUOTA_MB, 10_240) * MEGABYTE,
    keptMs: limitSetting(env.GUILDHALL_BLOB_DAYS, 30) * DAY_MS,
  }
}
