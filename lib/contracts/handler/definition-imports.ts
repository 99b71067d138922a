import { listImports, type PackageImport } from '../packages/package-imports.ts'
import { readTree } from './syntax-tree.ts'

/** Returns what a definition imports; nothing if it cannot be parsed, which its run then reports. */
export function definitionImports(definition: string): PackageImport[] {
  try {
    const read = readTree(definition)
    return read.fault ? [] : listImports(read.tree)
  } catch (thrown) {
    if (thrown instanceof RangeError) return []
    throw thrown
  }
}
