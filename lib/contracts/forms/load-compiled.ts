import type { ValidatorModule } from './compiled-check.ts'
import type { FormContract } from './form-contract.ts'

const loading = new WeakSet<FormContract>()

/** Loads once. If that fails, the evaluator continues alone. */
export function loadCompiled(contract: FormContract, url: string | undefined): void {
  if (!url || loading.has(contract)) return
  loading.add(contract)
  void load(contract, url).catch(() => {})
}

async function load(contract: FormContract, url: string): Promise<void> {
  const [{ compiledCheck }, module] = await Promise.all([
    import('./compiled-check.ts'),
    import(/* webpackIgnore: true */ /* turbopackIgnore: true */ url) as Promise<ValidatorModule>,
  ])
  contract.compiled = compiledCheck(module)
}
