/** The code of packages, which jobs name by its digest: a megabyte in each job would take longer than most runs. */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { PACKAGES_CALL, type PackagesModule, type SandboxJob } from '../../lib/sandbox/sandbox.ts'
import type { RunListener } from '../job/job.ts'

const MAX_CHARS = 128 * 1024 * 1024

const known = new LRUCache<string, string>({
  maxSize: MAX_CHARS,
  sizeCalculation: ({ length }) => length + 1,
})

/**
 * Returns the job with the code of its packages, asking the site for what this host does not have. Returns undefined if the
 * site does not answer with the code of that digest.
 */
export async function withPackages(
  job: SandboxJob,
  onCall: RunListener['onCall'],
): Promise<SandboxJob | undefined> {
  const { packages } = job
  if (!packages) return job
  const code = known.get(packages.key) ?? (await askForCode(packages, onCall))
  return code === undefined ? undefined : { ...job, packages: { ...packages, code } }
}

async function askForCode(
  { key, code }: PackagesModule,
  onCall: RunListener['onCall'],
): Promise<string | undefined> {
  const received = code || (await awaitAnswer(onCall?.({ method: PACKAGES_CALL, params: { key } })))
  if (typeof received !== 'string' || createHash('sha256').update(received).digest('hex') !== key)
    return undefined
  known.set(key, received)
  return received
}

async function awaitAnswer(
  asked: ReturnType<NonNullable<RunListener['onCall']>> | undefined,
): Promise<unknown> {
  const reply = await asked?.catch(() => undefined)
  return reply && 'value' in reply ? reply.value : undefined
}
