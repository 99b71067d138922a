'use client'

import { useCallback } from 'react'
import type { FormContract } from '#lib/form-model/form-contract.ts'
import type { ValidatorModule } from './compiled-validator.ts'

const loading = new WeakSet<FormContract>()

/** Returns a function that loads the compiled contract once. If that fails, the evaluator goes on deciding alone. */
export function useCompiledValidator(contract: FormContract, url: string | undefined): () => void {
  return useCallback(() => {
    if (!url || loading.has(contract)) return
    loading.add(contract)
    void load(contract, url).catch(() => {})
  }, [contract, url])
}

async function load(contract: FormContract, url: string): Promise<void> {
  const [{ compiledCheck }, module] = await Promise.all([
    import('./compiled-validator.ts'),
    import(/* webpackIgnore: true */ /* turbopackIgnore: true */ url) as Promise<ValidatorModule>,
  ])
  contract.compiled = compiledCheck(module)
}
