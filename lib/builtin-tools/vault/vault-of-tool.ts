import type { WithEffects } from '../../vault/change/change-vault.ts'
import type { Vault, VaultWriter } from '../../vault/vault.ts'
import type { ToolEnvironment } from '../definition/built-in-tool.ts'

export function vaultOfTool({ db, caller }: ToolEnvironment): Vault {
  return { db, organisationId: caller.organisationId }
}

/** Writes at most once per run, see `VaultCause`. */
export function vaultToWriteOfTool(environment: ToolEnvironment): VaultWriter {
  const { caller, cause, dryRun, signal } = environment
  return { ...vaultOfTool(environment), userId: caller.userId, cause, dryRun, signal }
}

/** Reports the effects of a write, or of its dry run, and returns the output. */
export function reportEffects<Output>(
  environment: ToolEnvironment,
  { effects, ...output }: WithEffects<Output>,
): Output {
  environment.observe(effects)
  // Only `effects`, which `Written` added, is missing.
  return output as Output
}
