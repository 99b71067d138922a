import type { UnsealedConfig } from '../../config/unseal-config.ts'
import type { Json } from '../../kernel/json/json.ts'
import type { ExecuteOptions, Outcome } from '../../sandbox/sandbox.ts'
import type { NewRun } from '../rows/insert-run.ts'
import type { RunRow } from '../rows/runs.ts'
import type { Contract } from './contract-of.ts'
import type { RunContext } from './create-run-context.ts'
import type { Runnable } from './runnable.ts'

export type RunOptions = {
  args: unknown
  /** An IANA name; unknown zones count as UTC. */
  timeZone?: string
  conversationId?: string
  idempotencyKey?: string
  version?: string
  parent?: OpenedRun
  maxPrice?: string
  /** Paid skills must support dry runs, and may price them separately. */
  dryRun?: boolean
  timeoutMs?: number
  inputBlobs?: string[]
  isDeferred?: boolean
  planStep?: PlanStepRef
  /** Set for ad-hoc code: recorded with the arguments, as the input that the caller sent. */
  code?: { code: string; entrypoint?: string; mountSkills?: string[] }
} & Pick<NewRun, 'rerunOfId' | 'submissionId' | 'exampleIndex'>

export type PlanStepRef = { planRunId: string; stepId: string; attempt: number }

export type OpenedRun = {
  row: RunRow
  /** Derived from the same record as `row`. */
  acting: RunContext
  isReopened?: boolean
  hasSlot?: boolean | undefined
  /** Set for a job sent while the run was recorded: returns its outcome, and answers its calls from now on. */
  execute?: ((options: ExecuteOptions) => Promise<Outcome>) | undefined
  entrypoint?: string
  runnable: Runnable
  contract: Contract
  parameters: Json
  config: UnsealedConfig
  timeZone: string
} & Pick<RunOptions, 'dryRun' | 'timeoutMs' | 'inputBlobs' | 'parent' | 'planStep'>

/** Returns the hosts that the run's code can reach. */
export function networkOf({ runnable, config }: Pick<OpenedRun, 'runnable' | 'config'>): string[] {
  const accountHosts = config.integrations?.accounts.flatMap(({ hosts }) => hosts) ?? []
  return [...(runnable.document.permissions?.network ?? []), ...accountHosts]
}
