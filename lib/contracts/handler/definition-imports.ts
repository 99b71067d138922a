import { listImports, type PackageImport } from '../packages/package-imports.ts'
import { treeOf } from './syntax-tree.ts'

/** Returns what a definition imports; nothing if it cannot be parsed, which its run then reports. */
export function definitionImports(definition: string): PackageImport[] {
  const tree = treeOf(definition)
  return tree ? listImports(tree) : []
}
