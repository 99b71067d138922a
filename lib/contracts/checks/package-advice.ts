/** What a publisher should know about the packages; it blocks nothing. */
import type { JsonObject } from '../../kernel/json/json.ts'
import { skillEntries } from '../document/skill-entries.ts'
import { definitionImports } from '../handler/definition-imports.ts'
import { parsePackageName, readDependencies } from '../packages/dependencies.ts'
import { findOwnModules } from '../packages/own-modules.ts'
import { unsuitedPackage } from '../packages/unsuited-packages.ts'

/** Names the dependencies that no skill imports, and those that are known not to run in the sandbox. */
export function packageAdvice(document: JsonObject): string[] {
  const names = Object.keys(readDependencies(document))
  if (names.length === 0) return []
  const imported = importedPackages(document)
  return names.flatMap((name) =>
    imported.has(name)
      ? (unsuitedPackage(name) ?? [])
      : `No skill imports ${name}. Remove it from the dependencies.`,
  )
}

/** Returns the names of the packages that the definitions and their own modules import. */
function importedPackages(document: JsonObject): Set<string> {
  const sources = skillEntries(document).flatMap(([skill]) =>
    skill.runtime === 'python' ? [] : [skill.definition, ...Object.values(findOwnModules(skill))],
  )
  const imports = sources.flatMap((source) => (typeof source === 'string' ? definitionImports(source) : []))
  return new Set(imports.flatMap(({ specifier }) => parsePackageName(specifier) ?? []))
}
