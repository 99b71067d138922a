/** The packages that the code of a SkillSet may import, of npm or of a Python index, and the versions that it was frozen with. */
import { isObject, type Json } from '../../kernel/json/json.ts'
import { requirementName } from './python-name.ts'

/** As in a package.json: ranges by name. */
export type Dependencies = Readonly<Record<string, string>>

/** As in a requirements.txt: PEP 508. */
export type Requirements = string[]

/** A package of a lock, as its archive and the registry describe it. */
export type LockedPackage = {
  /**
   * Its folder, such as "node_modules/a/node_modules/b": packages may need different versions of one. Python has one
   * version of each, in "site-packages/a".
   */
  path: string
  /** Normalised by PEP 503 in Python. */
  name: string
  version: string
  /** Of its tarball or wheel, as in a package-lock.json. */
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
  /** The kind of registry; absent for npm. */
  kind?: 'python'
  registry: string
  /** The dependencies that it was resolved for: it is outdated when the document has others. */
  dependencies: Dependencies | Requirements
  packages: LockedPackage[]
}

/** npm's rule for names of new packages. */
const PACKAGE_NAME = /^(?:@[a-z0-9-][a-z0-9-._]*\/)?[a-z0-9-][a-z0-9-._]*$/

export function isPackageName(name: string): boolean {
  return name.length <= 214 && PACKAGE_NAME.test(name)
}

/** Returns the package of "@scope/name/part" or "name/part"; undefined for paths, URLs and modules of Node. */
export function parsePackageName(specifier: string): string | undefined {
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0]
  return name !== undefined && isPackageName(name) ? name : undefined
}

type Parts = {
  dependencies?: Json | Dependencies | Requirements
  dependencyLock?: Json | DependencyLock
}

/** Returns the declared npm packages with their ranges, also of an unfinished draft. */
export function readDependencies({ dependencies }: Parts): Dependencies {
  if (!isObject(dependencies)) return {}
  return Object.fromEntries(
    Object.entries(dependencies).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Returns the declared requirements of Python packages, also of an unfinished draft. */
export function readRequirements({ dependencies }: Parts): string[] {
  if (!Array.isArray(dependencies)) return []
  return dependencies.flatMap((each: Json) => (typeof each === 'string' ? [each] : []))
}

/** Returns them as the document has them. */
export function declaredIn(document: Parts): Dependencies | Requirements {
  const requirements = readRequirements(document)
  return requirements.length > 0 ? requirements : readDependencies(document)
}

export function hasDependencies(document: Parts): boolean {
  return Object.keys(readDependencies(document)).length > 0 || readRequirements(document).length > 0
}

/** Returns the folders of the packages that the document names itself. */
export function directPaths(document: Parts): Set<string> {
  return new Set([
    ...Object.keys(readDependencies(document)).map((name) => `node_modules/${name}`),
    ...readRequirements(document).map((each) => sitePath(requirementName(each) ?? '')),
  ])
}

/** The folder of a Python package in a lock. */
export function sitePath(name: string): string {
  return `site-packages/${name}`
}

/** Returns the lock, unless it is absent or was made for other dependencies. */
export function currentLock(document: Parts): DependencyLock | undefined {
  const lock = document.dependencyLock as DependencyLock | undefined
  if (!isObject(lock) || !Array.isArray(lock.packages)) return undefined
  const isPython = readRequirements(document).length > 0
  if ((lock.kind === 'python') !== isPython) return undefined
  const isCurrent = isPython
    ? isSameList(readRequirements(lock), readRequirements(document))
    : isObject(lock.dependencies) && isSame(readDependencies(lock), readDependencies(document))
  return isCurrent ? lock : undefined
}

function isSame(locked: Dependencies, declared: Dependencies): boolean {
  const names = Object.keys(declared)
  return names.length === Object.keys(locked).length && names.every((name) => locked[name] === declared[name])
}

function isSameList(locked: Requirements, declared: Requirements): boolean {
  return locked.length === declared.length && locked.every((each, index) => each === declared[index])
}
