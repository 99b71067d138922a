import type { Json } from '../../kernel/json/json.ts'
import { objectEntries } from '../../kernel/json/json-pointer.ts'
import { isPackageName, readDependencies } from './dependencies.ts'
import { isPythonName } from './python-name.ts'

export type PackageKind = 'npm' | 'python'

type Parts = { dependencies?: Json | object; skills?: Json | readonly object[] }

/**
 * Returns where the packages of a document come from. A list is of Python; without dependencies, a document whose code is
 * all Python gets Python's.
 */
export function findPackageKind({ dependencies, skills }: Parts): PackageKind {
  if (Array.isArray(dependencies)) return 'python'
  if (Object.keys(readDependencies({ dependencies: dependencies as Json })).length > 0) return 'npm'
  const runtimes = objectEntries(skills as Json).flatMap(([{ kind, runtime }]) =>
    kind === 'instruction' ? [] : [runtime],
  )
  return runtimes.length > 0 && runtimes.every((each) => each === 'python') ? 'python' : 'npm'
}

export function isNameOfKind(name: string, kind: PackageKind): boolean {
  return kind === 'python' ? isPythonName(name) : isPackageName(name)
}
