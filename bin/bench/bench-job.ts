/** The one call that every benchmark makes, so that their figures can be laid side by side. */
import { JAVASCRIPT_LIMITS, type Sandbox, type SandboxJob } from '#lib/sandbox/sandbox.ts'

/** Of the demo market. */
export const SKILL = 'guildhall.text_tools.text_statistics'
export const ARGS = { text: 'A market where a skill is a contract. Publish it, run it, and see what it did.' }

const JOB: Omit<SandboxJob, 'definition'> = {
  runId: 'run_bench',
  publisher: 'bench',
  organisation: 'bench',
  isUnreviewed: false,
  runtime: 'javascript',
  parameters: ARGS,
  config: {},
  context: {},
  limits: JAVASCRIPT_LIMITS,
  network: [],
  secrets: [],
}

/** The bare sandbox: without a record, without a contract. Throws when the job returns nothing. */
export async function executeBare(
  sandbox: Pick<Sandbox, 'execute'>,
  job: Partial<SandboxJob> & Pick<SandboxJob, 'definition'>,
): Promise<void> {
  const outcome = await sandbox.execute({ ...JOB, ...job })
  if (outcome.kind !== 'returned')
    throw new Error(`A job ended as ${outcome.kind}: ${JSON.stringify(outcome)}`)
}
