import type { AnyNode, Program } from 'acorn'
import { findHandler } from '../contracts/handler/find-handler.ts'
import { parseModule, readPlainJavaScript, walkNodes } from '../contracts/handler/plain-javascript.ts'
import { stripTypes, TOO_DEEP } from '../contracts/handler/strip-types.ts'
import { importFromBundle, isImportDeclaration } from '../contracts/packages/package-imports.ts'

export type ReadDefinition = { module: string } | { message: string; line?: number | undefined }

/**
 * Returns the code as a module whose default export is the handler, or why it cannot be. With `hasPackages`, its imports become
 * imports of the bundle beside it; otherwise they are refused. Expensive for types: use a thread.
 */
export function readDefinition(definition: string, hasPackages = false): ReadDefinition {
  try {
    const plain = readPlainJavaScript(definition)
    if (plain) return toModule(definition, plain, hasPackages)
    const { code, fault } = stripTypes(definition)
    return fault ?? toModule(code, parseModule(code), hasPackages)
  } catch (error) {
    if (!(error instanceof SyntaxError)) return { message: TOO_DEEP }
    const { line } = (error as SyntaxError & { loc: { line: number } }).loc
    return { message: error.message.replace(/ \(\d+:\d+\)$/, ''), line }
  }
}

function toModule(authored: string, tree: Program, hasPackages: boolean): ReadDefinition {
  const imported = walkNodes(tree).find(
    (node) => isImport(node) && !(hasPackages && isImportDeclaration(node)),
  )
  const source = hasPackages ? importFromBundle(authored, tree) : authored
  if (imported) return { message: 'import is not allowed in a definition.', line: imported.loc?.start.line }
  const exported = findHandler(tree)?.exported
  switch (exported?.kind) {
    case 'default':
      return { module: source }
    case 'name':
      return { module: `${source}\n;export default ${exported.name};` }
    case 'commonjs':
      return { module: `${COMMONJS_START}${source}\n${COMMONJS_END}` }
    default:
      return { message: 'handler function not found. Define async function handler(input) {}.' }
  }
}

// On the first line, so that the numbers of lines stay those of the source.
const COMMONJS_START = 'const module = { exports: {} }; let { exports } = module; '
const COMMONJS_END = ';export default module.exports?.default ?? module.exports?.handler ?? module.exports;'

const IMPORT_NODES = new Set([
  'ImportDeclaration',
  'ImportExpression',
  'MetaProperty',
  'ExportAllDeclaration',
])

function isImport(node: AnyNode): boolean {
  if (node.type === 'MetaProperty') return node.meta.name === 'import'
  if (node.type === 'ExportNamedDeclaration') return node.source !== null && node.source !== undefined
  return IMPORT_NODES.has(node.type)
}
