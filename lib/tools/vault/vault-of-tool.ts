import type { WithEffects } from '../../vault/change/change-vault.ts'
import type { Vault, VaultWriter } from '../../vault/vault.ts'
import type { ToolEnvironment } from '../definition/built-in-tool.ts'

export function vaultOfTool({ db, caller }: ToolEnvironment): Vault {
  return { db, organisationId: caller.organisationId }
}

/** Call it once per run, see `VaultCause`. */
function vaultToWriteOfTool(environment: ToolEnvironment): VaultWriter {
  const { caller, cause, dryRun, signal } = environment
  return { ...vaultOfTool(environment), userId: caller.userId, cause, dryRun, signal }
}

/** Reports effects, also of a dry run, and returns the output. */
export function withEffects<Input extends object, Output extends object>(
  write: (vault: VaultWriter, input: Input) => Promise<WithEffects<Output>>,
) {
  return async (input: Input, environment: ToolEnvironment): Promise<Output> => {
    const { effects, ...output } = await write(vaultToWriteOfTool(environment), input)
    environment.observe(effects)
    // `WithEffects` added only `effects`.
    return output as Output
  }
}
