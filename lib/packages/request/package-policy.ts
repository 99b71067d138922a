import { toPointer } from '../../kernel/json/json-pointer.ts'
import { BuildError, type PackageLists } from './build-request.ts'

/** Throws POLICY_DENIED for a package that the operator's lists exclude, whoever depends on it. */
export function requireAllowed(name: string, { allow, deny }: PackageLists): void {
  const fault = { code: 'POLICY_DENIED', path: toPointer(['dependencies', name]) } as const
  if (isListed(name, deny)) throw new BuildError(`This site does not allow the package ${name}.`, fault)
  if (allow.length > 0 && !isListed(name, allow))
    throw new BuildError(`${name} is not one of the packages that this site allows.`, fault)
}

/** `@scope/*` stands for all packages of a scope. */
function isListed(name: string, list: readonly string[]): boolean {
  return list.some((each) => (each.endsWith('/*') ? name.startsWith(each.slice(0, -1)) : each === name))
}
