/** A skill's own modules: the code in the folder `code` of its Files, which its definition and they themselves import. */
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { objectEntries } from '../../kernel/json/json-pointer.ts'
import { currentLock, readDependencies, readRequirements } from './dependencies.ts'
import { requirementName } from './python-name.ts'

/** Their source, by path: "code/util.js". */
export type OwnModules = Record<string, string>

/** What a definition may import. */
export type Importable = {
  /** Names of declared dependencies; in Python also of those that these need. */
  packages: readonly string[]
  /** Paths of the skill's own modules, such as "code/util.js". */
  modules: readonly string[]
}

const OWN_MODULE = {
  javascript: /^code\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:js|mjs|ts)$/,
  python: /^code\/(?:[A-Za-z_]\w*\/)*[A-Za-z_]\w*\.py$/,
}

/** Files that are stored outside the document are no modules: they are larger than a definition may be. */
export function findOwnModules({
  resources,
  runtime,
}: {
  resources?: Json | readonly object[]
  runtime?: Json | undefined
}): OwnModules {
  const pattern = OWN_MODULE[runtime === 'python' ? 'python' : 'javascript']
  const entries = objectEntries(resources as Json).flatMap(([{ path, text }]): [string, string][] =>
    typeof path === 'string' && typeof text === 'string' && pattern.test(path) ? [[path, text]] : [],
  )
  return Object.fromEntries(entries)
}

/**
 * Returns the path of the module that a definition imports by “./code/words.js”, or by “./words.js” as from
 * `code/handler.js`, which a definition is in a folder. Returns undefined if the Files have no such module.
 */
export function findImportedModule(specifier: string, modules: readonly string[]): string | undefined {
  if (!specifier.startsWith('./')) return undefined
  const name = specifier.slice(2)
  return [name, `code/${name}`].find((path) => modules.includes(path))
}

export function importableBy(skill: JsonObject, document: JsonObject): Importable {
  const packages =
    skill.runtime === 'python' ? pythonPackages(document) : Object.keys(readDependencies(document))
  return { packages, modules: Object.keys(findOwnModules(skill)) }
}

/** Python also imports packages that others need. */
function pythonPackages(document: JsonObject): string[] {
  const declared = readRequirements(document).flatMap((each) => requirementName(each) ?? [])
  const locked = declared.length > 0 ? (currentLock(document)?.packages ?? []) : []
  return [...new Set([...declared, ...locked.map(({ name }) => name)])]
}
