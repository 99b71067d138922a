import os from 'node:os'
import path from 'node:path'
import { JAVASCRIPT_LIMITS, type Sandbox, type SandboxJob } from '#lib/sandbox/sandbox.ts'
import { applyMigrations } from '#prisma/migrate.ts'
import { ensureDatabase } from '../server/postgres/databases.ts'
import { startTemporaryPostgres } from '../server/postgres/temporary-postgres.ts'
import { seedDemo } from '../server/supervisor/demo.ts'
import { superviseProcess } from '../server/supervisor/supervised-process.ts'

export async function withDemoServers(measure: () => Promise<void>): Promise<void> {
  await withServers(async () => {
    await seedDemo(process.env, () => {})
    await measure()
  })
}

/** A database without content, and a sandbox of its own. */
export async function withServers(measure: () => Promise<void>): Promise<void> {
  const postgres = await startTemporaryPostgres()
  await ensureDatabase(postgres.url('postgres'), 'bench')
  process.env.DATABASE_URL = postgres.url('bench')
  process.env.GUILDHALL_SANDBOX_SOCKET = path.join(os.tmpdir(), `guildhall-bench-${process.pid}.sock`)
  delete process.env.GUILDHALL_SANDBOX_HOSTS
  await applyMigrations(process.env.DATABASE_URL)
  const sandbox = superviseProcess({
    name: 'sandbox',
    command: ['sandboxd/main.ts'],
    env: { ...process.env, GUILDHALL_SANDBOX_LOCAL_SITE: '1' },
    log: console.log,
  })
  await measure()
  await sandbox.stop()
  await postgres.stop()
}

export const SKILL = 'guildhall.text_tools.text_statistics'
export const ARGS = { text: 'A market where a skill is a contract. Publish it, run it, and see what it did.' }

const JOB: Omit<SandboxJob, 'definition'> = {
  runId: 'run_bench',
  publisher: 'bench',
  organisation: 'bench',
  isApproved: true,
  isUnreviewed: false,
  runtime: 'javascript',
  parameters: ARGS,
  config: {},
  context: {},
  limits: JAVASCRIPT_LIMITS,
  network: [],
  secrets: [],
}

type BareJob = Partial<SandboxJob> & Pick<SandboxJob, 'definition'>

export function makeBareJob(job: BareJob): SandboxJob {
  return { ...JOB, ...job }
}

export async function executeBare(sandbox: Pick<Sandbox, 'execute'>, job: BareJob): Promise<void> {
  const outcome = await sandbox.execute(makeBareJob(job))
  if (outcome.kind !== 'returned')
    throw new Error(`A job ended as ${outcome.kind}: ${JSON.stringify(outcome)}`)
}
