/** Finds which package each one is needed by, as Node finds packages: in the nearest node_modules above. */
import semver from 'semver'
import type { Dependencies, LockedPackage } from '../../contracts/packages/dependencies.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'
import { BuildError } from '../request/build-request.ts'
import type { UnpackedPackage } from './unpack-package.ts'

/**
 * Returns the packages with those that depend on them, sorted by path. Throws BuildError for a package that nothing needs
 * and for a dependency that the tree lacks: a lock that somebody wrote by hand may have both.
 */
export function connectPackages(
  unpacked: readonly UnpackedPackage[],
  dependencies: Dependencies,
): LockedPackage[] {
  const byPath = new Map(unpacked.map((each) => [each.path, each]))
  const requiredBy = new Map<string, Set<string>>(unpacked.map(({ path }) => [path, new Set()]))
  for (const { path, name, needs } of unpacked) {
    for (const needed of Object.keys(needs)) {
      const found = nearest(byPath, path, needed)
      if (found) requiredBy.get(found.path)?.add(name)
    }
  }
  const direct = new Set(Object.entries(dependencies).map((entry) => requireDirect(byPath, entry).path))
  return unpacked
    .map(({ needs: _, ...each }) => {
      const by = [...(requiredBy.get(each.path) ?? [])].sort()
      if (by.length === 0 && !direct.has(each.path)) throw lockError(`No package needs ${each.name}.`)
      return { ...each, requiredBy: by }
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function requireDirect(
  byPath: Map<string, UnpackedPackage>,
  [name, range]: [string, string],
): UnpackedPackage {
  const found = byPath.get(`node_modules/${name}`)
  const fits =
    found && found.name === name && semver.satisfies(found.version, range, { includePrerelease: true })
  if (fits) return found
  throw new BuildError(`The lock has no version of ${name} that matches ${range}.`, {
    path: toPointer(['dependencies', name]),
  })
}

function nearest(
  byPath: ReadonlyMap<string, UnpackedPackage>,
  from: string,
  name: string,
): UnpackedPackage | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = byPath.get(`${folder}${folder === '' ? '' : '/'}node_modules/${name}`)
    if (found || folder === '') return found
  }
}

function lockError(message: string): BuildError {
  return new BuildError(message, { path: '/dependencyLock' })
}
