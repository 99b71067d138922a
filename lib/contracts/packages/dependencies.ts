/** The npm packages that a SkillSet's JavaScript may import, and the versions that it was frozen with. */
import { isObject, type Json } from '../../kernel/json/json.ts'

/** As in a package.json: ranges by name. */
export type Dependencies = Readonly<Record<string, string>>

/** A package of a lock, as its tarball and the registry describe it. */
export type LockedPackage = {
  /** Its folder, such as "node_modules/a/node_modules/b": packages may need different versions of one. */
  path: string
  name: string
  version: string
  /** Of its tarball, as in a package-lock.json. */
  integrity: string
  license: string
  /** ISO 8601; absent if the registry does not tell. */
  publishedAt?: string
  unpackedBytes: number
  /** The packages that depend on it; empty for one that only the SkillSet names. */
  requiredBy: string[]
}

/** The whole tree of packages, sorted by path. It is part of a version forever, like a package-lock.json. */
export type DependencyLock = {
  registry: string
  /** The dependencies that it was resolved for: it is outdated when the document has others. */
  dependencies: Dependencies
  packages: LockedPackage[]
}

/** npm's rule for names of new packages. */
const PACKAGE_NAME = /^(?:@[a-z0-9-][a-z0-9-._]*\/)?[a-z0-9-][a-z0-9-._]*$/

export function isPackageName(name: string): boolean {
  return name.length <= 214 && PACKAGE_NAME.test(name)
}

/** Returns the package of "@scope/name/part" or "name/part"; undefined for paths, URLs and modules of Node. */
export function packageOf(specifier: string): string | undefined {
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0]
  return name !== undefined && isPackageName(name) ? name : undefined
}

type Parts = { dependencies?: Json | Dependencies; dependencyLock?: Json | DependencyLock }

/** Returns the declared packages with their ranges, also of an unfinished draft. */
export function dependenciesOf({ dependencies }: Parts): Dependencies {
  if (!isObject(dependencies)) return {}
  return Object.fromEntries(
    Object.entries(dependencies).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

export function hasDependencies(document: Parts): boolean {
  return Object.keys(dependenciesOf(document)).length > 0
}

/** Returns the lock, unless it is absent or was made for other dependencies. */
export function currentLock(document: Parts): DependencyLock | undefined {
  const lock = document.dependencyLock as DependencyLock | undefined
  if (!isObject(lock) || !isObject(lock.dependencies) || !Array.isArray(lock.packages)) return undefined
  return isSame(lock.dependencies, dependenciesOf(document)) ? lock : undefined
}

function isSame(locked: Dependencies, declared: Dependencies): boolean {
  const names = Object.keys(declared)
  return names.length === Object.keys(locked).length && names.every((name) => locked[name] === declared[name])
}
