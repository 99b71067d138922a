import { beforeAll } from 'vitest'
import { PYTHON_LIMITS, type SandboxEvent, type SandboxJob } from '../../../sandbox/sandbox.ts'
import { connectSandbox } from '../../../sandbox/sandbox-client.ts'
import { makeJob } from '../../make-sandbox-job.ts'
import { pythonReady } from '../../wait-for-python.ts'

export function setUpPython() {
  const sandbox = connectSandbox()

  function runPython(definition: string, changes: Partial<SandboxJob> = {}, seen: SandboxEvent[] = []) {
    // Runs of one publisher reuse its process, which boots the next isolate while a test checks its result.
    const job = makeJob(definition, {
      runtime: 'python',
      limits: PYTHON_LIMITS,
      publisher: 'snakes',
      ...changes,
    })
    return sandbox.execute(job, { onEvent: (event) => seen.push(event) })
  }

  // The first run on a machine creates the snapshot, which takes seconds.
  beforeAll(async () => {
    await pythonReady(connectSandbox())
    await runPython('def main(args): pass')
  })

  return {
    runPython,
  }
}
