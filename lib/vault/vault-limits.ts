/** How much a vault may hold. Floor 3; the settings are in `.env.example`. */
import { limitSetting } from '../files/limit-setting.ts'

export type VaultLimits = {
  /** Of one file. */
  fileBytes: number
  /** Of all files that an organisation has at a time. */
  quotaBytes: number
  /** Files and folders. */
  files: number
  /** Of what is kept only so that it can come back; what is oldest goes first. */
  historyBytes: number
  /** How long a change can be undone, and what is in the trash comes back. */
  historyMs: number
}

const MEGABYTE = 1024 * 1024
const DAY_MS = 86_400_000

export function vaultLimits(env: NodeJS.ProcessEnv = process.env): VaultLimits {
  const quotaBytes = limitSetting(env.GUILDHALL_VAULT_QUOTA_MB, 5_120) * MEGABYTE
  return {
    fileBytes: limitSetting(env.GUILDHALL_VAULT_FILE_MB, 512) * MEGABYTE,
    quotaBytes,
    files: limitSetting(env.GUILDHALL_VAULT_FILES, 100_000),
    historyBytes: limitSetting(env.GUILDHALL_VAULT_HISTORY_MB, quotaBytes / MEGABYTE) * MEGABYTE,
    historyMs: limitSetting(env.GUILDHALL_VAULT_HISTORY_DAYS, 30) * DAY_MS,
  }
}
