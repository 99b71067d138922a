/** How full the vault is, for its page. Floor 3. */
import { findVaultTotals } from '../db/vault-files.ts'
import type { Vault } from './vault.ts'
import { vaultLimits } from './vault-limits.ts'

const DAY_MS = 86_400_000

export type VaultUsage = { usedBytes: number; quotaBytes: number; fileCount: number; keptDays: number }

export async function vaultUsage({ db, organisationId }: Vault): Promise<VaultUsage> {
  const { usedBytes, fileCount } = await findVaultTotals(db, organisationId)
  const { quotaBytes, historyMs } = vaultLimits()
  return { usedBytes, fileCount, quotaBytes, keptDays: Math.floor(historyMs / DAY_MS) }
}
