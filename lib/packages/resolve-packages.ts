/** Resolves and bundles the packages of a whole document. */
import { LRUCache } from 'lru-cache'
import type { SkillSetDocument } from '../contracts/document/skillset-document.ts'
import {
  currentLock,
  type Dependencies,
  type DependencyLock,
  declaredIn,
  hasDependencies,
  readDependencies,
  readRequirements,
  sitePath,
} from '../contracts/packages/dependencies.ts'
import { findPackageKind } from '../contracts/packages/package-kind.ts'
import { normaliseName, requirementName } from '../contracts/packages/python-name.ts'
import type { Database } from '../kernel/db/prisma-client.ts'
import { digestOf } from '../kernel/json/digest-of.ts'
import type { Json } from '../kernel/json/json.ts'
import { oncePerProcess } from '../kernel/process/once-per-process.ts'
import { runPackageBuild } from './build/run-build.ts'
import { buildBundleEntry, type DocumentWithPackages } from './bundle-entries.ts'
import type { BundledPackage } from './model/bundle.ts'
import { readPackageOptions } from './package-options.ts'
import type { BundleEntry } from './request/build-request.ts'
import { findBundledPackages, insertBundle } from './rows/package-bundles.ts'

export type ResolvedPackages = { lock: DependencyLock | undefined; bundled: BundledPackage[] }

type Wanted = { document: DocumentWithPackages; organisationId: string }

/**
 * Chooses the newest versions that fit, and bundles what each skill imports. Throws what `runPackageBuild` throws; INVALID_INPUT has
 * the pointer of the dependency.
 */
export async function resolvePackages(
  db: Database,
  { add = [], ...wanted }: Wanted & { add?: readonly string[] },
): Promise<ResolvedPackages> {
  const { document, organisationId } = wanted
  const isPython = findPackageKind(document) === 'python'
  const known = new Set(
    isPython ? readRequirements(document).map(requirementName) : Object.keys(readDependencies(document)),
  )
  const added = add.map((name) => (isPython ? normaliseName(name) : name)).filter((name) => !known.has(name))
  const asked = isPython
    ? [...readRequirements(document), ...added]
    : { ...readDependencies(document), ...Object.fromEntries(added.map((name) => [name, '*'])) }
  if (Object.keys(asked).length === 0) return { lock: undefined, bundled: [] }
  const options = await readPackageOptions(db, organisationId)
  const { lock: resolved } = await runPackageBuild({ options, dependencies: asked, entries: [] })
  const dependencies = isPython
    ? [
        ...readRequirements(document),
        ...added.map((name) => `${name}>=${findVersion(resolved, sitePath(name))}`),
      ]
    : { ...asked, ...pickRanges(resolved, added) }
  const lock: DependencyLock = { ...resolved, dependencies }
  const locked = { ...document, dependencies: lock.dependencies, dependencyLock: lock }
  return { lock, bundled: await bundleDocument(db, { document: locked, organisationId }) }
}

/** For programs that test a document at each save. */
const recentLocks = oncePerProcess(
  'recent locks',
  () => new LRUCache<string, DependencyLock>({ max: 100, ttl: 600_000 }),
)

/**
 * Returns the document with a lock for its dependencies, which those that programs send often lack. Throws as
 * `resolvePackages`.
 */
export async function lockPackages(
  db: Database,
  wanted: Wanted & { document: SkillSetDocument },
): Promise<SkillSetDocument> {
  const { document, organisationId } = wanted
  if (!hasDependencies(document) || currentLock(document)) return document
  const key = digestOf({ organisationId, dependencies: structuredClone(document.dependencies) as Json })
  const lock = recentLocks.get(key) ?? (await resolvePackages(db, wanted)).lock
  if (!lock) return document
  recentLocks.set(key, lock)
  return { ...document, dependencyLock: lock }
}

/** As `npm install NAME` writes them: later versions that fit may be chosen by the next resolution. */
function pickRanges({ packages }: DependencyLock, names: readonly string[]): Dependencies {
  return Object.fromEntries(
    names.map((name) => [name, `^${findVersion({ packages }, `node_modules/${name}`)}`]),
  )
}

function findVersion({ packages }: Pick<DependencyLock, 'packages'>, path: string): string | undefined {
  return packages.find((each) => each.path === path)?.version
}

/**
 * Bundles what the skills import, unless that was done before, and returns what is in the bundles. Throws INVALID_INPUT
 * if something cannot be bundled.
 */
export async function bundleDocument(
  db: Database,
  { document, organisationId }: Wanted,
): Promise<BundledPackage[]> {
  const entries = await buildEntries(document, organisationId)
  const known = await findBundledPackages(
    db,
    entries.map(({ key }) => key),
  )
  const missing = entries.filter(({ key }) => !known.has(key))
  if (missing.length > 0) {
    const lock = currentLock(document)
    const options = await readPackageOptions(db, organisationId)
    const dependencies = lock ? declaredIn(document) : {}
    const { bundles } = await runPackageBuild({ options, dependencies, lock, entries: missing })
    for (const bundle of bundles) {
      await insertBundle(bundle)
      known.set(bundle.key, bundle.packages)
    }
  }
  return mergePackages([...known.values()].flat())
}

/**
 * Reads the lock of a document again from the registry: it may come from an upload, and its licences, sizes and dates are
 * what reviewers decide by. Throws INVALID_INPUT if a package is not there, does not have its checksum, or is too new.
 */
export async function verifyLock(
  db: Database,
  { document, organisationId }: Wanted,
): Promise<DependencyLock | undefined> {
  const lock = currentLock(document)
  if (!lock || !hasDependencies(document)) return undefined
  const options = await readPackageOptions(db, organisationId)
  const dependencies = declaredIn(document)
  return (await runPackageBuild({ options, dependencies, lock, isClaimed: true, entries: [] })).lock
}

async function buildEntries(document: DocumentWithPackages, owner: string): Promise<BundleEntry[]> {
  const entries = await Promise.all(document.skills.map((skill) => buildBundleEntry(document, skill, owner)))
  return [...new Map(entries.flatMap((each) => (each ? [[each.key, each]] : []))).values()]
}

/** One row for each version of a package, whichever skills import it. */
function mergePackages(packages: readonly BundledPackage[]): BundledPackage[] {
  const merged = new Map<string, BundledPackage>()
  for (const each of packages) {
    const key = `${each.name}@${each.version}`
    const known = merged.get(key)
    merged.set(key, {
      ...each,
      bundledBytes: Math.max(each.bundledBytes, known?.bundledBytes ?? 0),
      uses: [...new Set([...each.uses, ...(known?.uses ?? [])])].sort(),
    })
  }
  return [...merged.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
