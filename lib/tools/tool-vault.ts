/** The vault as a tool meets it: the caller's organisation's, for the run that the call is. Floor 3. */
import type { Written } from '../vault/change-vault.ts'
import type { Vault, VaultWriter } from '../vault/vault.ts'
import type { ToolWorld } from './tool.ts'

export function vaultOfTool({ db, caller }: ToolWorld): Vault {
  return { db, organisationId: caller.organisationId }
}

/** To write; at most once under the call's run, see `VaultCause`. */
export function vaultToWriteOfTool(world: ToolWorld): VaultWriter {
  const { caller, cause, dryRun, signal } = world
  return { ...vaultOfTool(world), userId: caller.userId, cause, dryRun, signal }
}

/** What a write gave back, once the world knows what it changed, or would have. */
export function observed<Output>(world: ToolWorld, { effects, ...output }: Written<Output>): Output {
  world.observe(effects)
  // All of it but the effects, which `Written` added.
  return output as Output
}
