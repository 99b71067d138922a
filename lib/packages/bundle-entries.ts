/** What each skill of a document needs bundled. */
import { createRequire } from 'node:module'
import type { SkillDocument, SkillSetDocument } from '../contracts/document/skillset-document.ts'
import type { definitionImports } from '../contracts/handler/definition-imports.ts'
import { currentLock, type DependencyLock, readRequirements } from '../contracts/packages/dependencies.ts'
import { lockDigest } from '../contracts/packages/lock-digest.ts'
import { findOwnModules } from '../contracts/packages/own-modules.ts'
import { digestOf } from '../kernel/json/digest-of.ts'
import { contentKey, resultCache } from '../kernel/threads/result-cache.ts'
import { runInThread } from '../kernel/threads/run-in-thread.ts'
import { pyodideVersion } from './python/environment.ts'
import type { BundleEntry } from './request/build-request.ts'

/** Increase it when bundles are made differently: it is part of the key by which they are stored. */
const FORMAT = 2

/** What packages need of a document, which may be a draft that lacks other fields. */
export type DocumentWithPackages = Pick<SkillSetDocument, 'dependencies' | 'dependencyLock' | 'skills'>

/**
 * Returns undefined for a skill that imports nothing, which is every skill without packages and modules of its own. One in
 * Python may import all packages of its SkillSet: what it imports is only known when it runs.
 */
export async function buildBundleEntry(
  document: DocumentWithPackages,
  skill: SkillDocument,
  owner: string,
): Promise<BundleEntry | undefined> {
  if (!skill.definition) return undefined
  if (skill.runtime === 'python') return pythonEntry(document)
  const modules = findOwnModules(skill)
  if (!document.dependencies && Object.keys(modules).length === 0) return undefined
  const imports = await readImports(skill.definition, owner)
  if (imports.length === 0) return undefined
  const lock = currentLock(document)
  const parts = { imports, modules, lock: lock?.kind === 'python' ? undefined : lock }
  return { key: keyOf({ bundler: bundlerVersion(), ...parts }), runtime: 'javascript', imports, modules }
}

/** Own modules of Python are part of its jobs, so that they can change without another bundle. */
function pythonEntry(document: DocumentWithPackages): BundleEntry | undefined {
  if (readRequirements(document).length === 0) return undefined
  const contents = { imports: [], modules: {} }
  const key = keyOf({ bundler: `pyodide ${pyodideVersion()}`, ...contents, lock: currentLock(document) })
  return { key, runtime: 'python', ...contents }
}

const cachedImports = resultCache<ReturnType<typeof definitionImports>>(4 * 1024 * 1024)

function readImports(definition: string, owner: string): Promise<ReturnType<typeof definitionImports>> {
  return cachedImports(contentKey(definition), async () => {
    const value = await runInThread<typeof definitionImports>('imports', [definition], { owner })
    return { value, weight: JSON.stringify(value).length + 200 }
  })
}

type Parts = Pick<BundleEntry, 'imports' | 'modules'> & { bundler: string; lock: DependencyLock | undefined }

function keyOf({ bundler, imports, modules, lock }: Parts): string {
  return digestOf({
    ...{ format: FORMAT, bundler, lock: lock ? digestWithin(lock) : null },
    ...{ imports, modules },
  })
}

const digests = new WeakMap<DependencyLock, string>()

/** Documents of published versions are cached, so that each of their locks is digested once. */
function digestWithin(lock: DependencyLock): string {
  const known = digests.get(lock)
  if (known) return known
  const digest = lockDigest(lock)
  digests.set(lock, digest)
  return digest
}

let version: string | undefined

function bundlerVersion(): string {
  version ??= (createRequire(`${process.cwd()}/`)('rolldown/package.json') as { version: string }).version
  return version
}
