/**
 * Definitions, prepared once: the same skill is run over and over, and reading it costs more than its isolate.
 *
 * Kept by their whole text, so that nothing but the same code can be taken for it.
 */
import { textCache } from '../contract/json/text-cache.ts'
import { type Prepared, prepareDefinition } from './prepare-definition.ts'
import type { SandboxJob } from './sandbox.ts'

type Job = Pick<SandboxJob, 'definition' | 'runtime' | 'publisher'>

const remember = textCache<Promise<Prepared>>({ characters: 4 * 1024 * 1024, entries: 500 })

export function preparedDefinition(job: Job): Promise<Prepared> {
  const { definition, runtime } = job
  // Nothing is made of Python, and what is too long to be accepted is not worth keeping.
  if (runtime === 'python' || definition.length > 128 * 1024) return prepareDefinition(definition, job)
  return remember(definition, () => prepareDefinition(definition, job))
}
