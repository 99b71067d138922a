import { randomUUID } from 'node:crypto'
import { JAVASCRIPT_LIMITS, type SandboxJob, type SandboxLimits } from '../sandbox/sandbox.ts'

type Wanted = Partial<Omit<SandboxJob, 'limits'>> & { limits?: Partial<SandboxLimits> }

export function makeJob(definition: string, { limits, ...wanted }: Wanted = {}): SandboxJob {
  return {
    runId: `run_${randomUUID()}`,
    publisher: `stall_${randomUUID().slice(0, 8)}`,
    organisation: 'org_test',
    isApproved: true,
    isUnreviewed: false,
    runtime: 'javascript',
    lane: 'quick',
    definition,
    parameters: {},
    config: {},
    context: {},
    limits: { ...JAVASCRIPT_LIMITS, ...limits },
    network: [],
    secrets: [],
    ownHosts: [],
    ...wanted,
  }
}
