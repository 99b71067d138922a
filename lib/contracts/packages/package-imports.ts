/**
 * Imports of a definition. The packages of a SkillSet are bundled into one module that exports exactly what the definition
 * imports, and the sandbox loads that module beside the definition. So the definition stays as its author wrote it, with its
 * lines, and the bundle changes only with the imports.
 */
import type { AnyNode, ImportDeclaration, Program } from 'acorn'

/** `name` is an exported name, `*` for the whole module, and '' if it is imported for its effects only. */
export type PackageImport = { specifier: string; name: string }

export const PACKAGES_FILE = 'packages.js'

export function isImportDeclaration(node: AnyNode): node is ImportDeclaration {
  return node.type === 'ImportDeclaration'
}

/** Returns each import once, in an order that depends only on what is imported. */
export function listImports(tree: Program): PackageImport[] {
  const imports = tree.body.filter(isImportDeclaration).flatMap(toPackageImports)
  const byKey = new Map(imports.map((each) => [keyOf(each), each]))
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

function toPackageImports({ source, specifiers }: ImportDeclaration): PackageImport[] {
  const specifier = String(source.value)
  if (specifiers.length === 0) return [{ specifier, name: '' }]
  return specifiers.map((each) => ({ specifier, name: importedName(each) }))
}

function importedName(specifier: ImportDeclaration['specifiers'][number]): string {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default'
  if (specifier.type === 'ImportNamespaceSpecifier') return '*'
  const { imported } = specifier
  return imported.type === 'Identifier' ? imported.name : String(imported.value)
}

const keyOf = ({ specifier, name }: PackageImport) => JSON.stringify([specifier, name])

/** The module that is bundled: it exports each import under a name of ours. */
export function entryModule(imports: readonly PackageImport[]): string {
  return imports
    .map(({ specifier, name }, index) => {
      const from = JSON.stringify(specifier)
      if (name === '') return `import ${from};`
      if (name === '*') return `export * as ${exportedName(index)} from ${from};`
      return `export { ${JSON.stringify(name)} as ${exportedName(index)} } from ${from};`
    })
    .join('\n')
}

const exportedName = (index: number) => `_${index}`

/** Makes all imports of the source import from the bundle. Each line keeps its number, and code its line. */
export function importFromBundle(source: string, tree: Program): string {
  const indexes = new Map(listImports(tree).map((each, index) => [keyOf(each), index]))
  let rewritten = source
  for (const node of tree.body.filter(isImportDeclaration).toReversed()) {
    const bindings = node.specifiers.map((each) => {
      const imported = { specifier: String(node.source.value), name: importedName(each) }
      return `${exportedName(indexes.get(keyOf(imported)) ?? 0)} as ${each.local.name}`
    })
    const names = bindings.length > 0 ? `{ ${bindings.join(', ')} } from ` : ''
    const lines = source.slice(node.start, node.end).replaceAll(/[^\n]/g, '')
    rewritten = `${rewritten.slice(0, node.start)}import ${names}'./${PACKAGES_FILE}';${lines}${rewritten.slice(node.end)}`
  }
  return rewritten
}
