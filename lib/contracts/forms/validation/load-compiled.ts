import { VALIDATOR_FORMAT } from '#lib/json-schema/precompile/validator-runtime.ts'
import { encodeSchema } from '#lib/json-schema/precompile/validator-schema.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ValidatorModule } from './compiled-check.ts'
import type { FormContract } from './form-contract.ts'

const loading = new WeakSet<FormContract>()

/**
 * Loads the validator that the server compiles from the form's schema. The first call for a contract starts it; if it
 * fails, or the schema cannot be compiled, the interpreter goes on deciding alone.
 */
export function loadCompiled(contract: FormContract): void {
  if (loading.has(contract)) return
  loading.add(contract)
  void load(contract).catch(() => {})
}

async function load(contract: FormContract): Promise<void> {
  const encoded = await encodeSchema(contract.authored)
  if (encoded === undefined) return
  const url = paths.validator(String(VALIDATOR_FORMAT), encoded)
  const [{ compiledCheck }, module] = await Promise.all([
    import('./compiled-check.ts'),
    import(/* webpackIgnore: true */ /* turbopackIgnore: true */ url) as Promise<ValidatorModule>,
  ])
  contract.compiled = compiledCheck(module)
}
