/** The packages of a run: from memory, the database, or built again from the lock. */
import { createHash } from 'node:crypto'
import type { SkillDocument, SkillSetDocument } from '../contracts/document/skillset-document.ts'
import { currentLock, declaredIn, hasDependencies } from '../contracts/packages/dependencies.ts'
import type { Database } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { logUnlessExpected } from '../kernel/logging/log.ts'
import { oncePerProcess } from '../kernel/process/once-per-process.ts'
import { resultCache } from '../kernel/threads/result-cache.ts'
import type { PackagesModule } from '../sandbox/sandbox.ts'
import { runPackageBuild } from './build/run-build.ts'
import { buildBundleEntry } from './bundle-entries.ts'
import type { Bundle } from './model/bundle.ts'
import { readPackageOptions } from './package-options.ts'
import { findBundle, insertBundle, touchBundle } from './rows/package-bundles.ts'

const CACHED_CHARS = 64 * 1024 * 1024

const loaded = oncePerProcess('package bundles', () => resultCache<PackagesModule>(CACHED_CHARS))

type Wanted = { document: SkillSetDocument; skill: SkillDocument; ownerId?: string | undefined }

/**
 * Returns undefined for a skill that imports nothing. Throws PRECONDITION_FAILED for a draft whose dependencies are not
 * resolved, and what `runPackageBuild` throws if the bundle has to be built.
 */
export async function loadBundle(
  db: Database,
  { document, skill, ownerId }: Wanted,
): Promise<PackagesModule | undefined> {
  const entry = await buildBundleEntry(document, skill, ownerId ?? '')
  if (!entry) return undefined
  const lock = currentLock(document)
  if (!lock && hasDependencies(document)) throw unresolvedError()
  return loaded(entry.key, async () => {
    const { code, hasNode } = (await findBundle(entry.key)) ?? (await build())
    touchBundle(db, entry.key).catch(logUnlessExpected)
    return { value: { key: sha256(code), code, hasNode }, weight: code.length }
  })

  async function build(): Promise<Bundle> {
    const options = await readPackageOptions(db, ownerId)
    const dependencies = lock ? declaredIn(document) : {}
    const { bundles } = await runPackageBuild({ options, dependencies, lock, entries: [entry!] })
    const [bundle] = bundles as [Bundle]
    await insertBundle(bundle)
    return bundle
  }
}

function sha256(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}

function unresolvedError(): AppError {
  const message = 'The packages of this draft are not resolved yet.'
  return new AppError('PRECONDITION_FAILED', {
    message,
    issues: [{ path: '/dependencyLock', keyword: 'lock', message }],
    suggestedAction: 'Open Packages in the studio and press “Resolve packages”.',
  })
}
