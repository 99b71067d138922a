import type { AnyNode, Program } from 'acorn'
import { nodesOf, parseModule, readPlainJavaScript } from '../skillset/handler/plain-javascript.ts'
import { stripTypes, TOO_DEEP } from '../skillset/handler/strip-types.ts'

export type ReadDefinition = { module: string } | { message: string; line?: number | undefined }

export function readDefinition(definition: string): ReadDefinition {
  try {
    const plain = readPlainJavaScript(definition)
    if (plain) return moduleOf(definition, plain)
    const { code, fault } = stripTypes(definition)
    return fault ?? moduleOf(code, parseModule(code))
  } catch (error) {
    if (!(error instanceof SyntaxError)) return { message: TOO_DEEP }
    const { line } = (error as SyntaxError & { loc: { line: number } }).loc
    return { message: error.message.replace(/ \(\d+:\d+\)$/, ''), line }
  }
}

function moduleOf(source: string, tree: Program): ReadDefinition {
  const imported = nodesOf(tree).find(isImport)
  if (imported) return { message: 'import is not allowed in a definition.', line: imported.loc?.start.line }
  if (tree.body.some(({ type }) => type === 'ExportDefaultDeclaration')) return { module: source }
  if (tree.body.some(declaresHandler)) return { module: `${source}\n;export default handler;` }
  return { message: 'handler function not found. Define async function handler(input) {}.' }
}

function declaresHandler(node: AnyNode): boolean {
  if (node.type === 'ExportNamedDeclaration')
    return node.declaration ? declaresHandler(node.declaration) : false
  if (node.type === 'FunctionDeclaration') return node.id?.name === 'handler'
  if (node.type !== 'VariableDeclaration') return false
  return node.declarations.some(({ id }) => id.type === 'Identifier' && id.name === 'handler')
}

const IMPORTS = new Set(['ImportDeclaration', 'ImportExpression', 'MetaProperty', 'ExportAllDeclaration'])

function isImport(node: AnyNode): boolean {
  if (node.type === 'MetaProperty') return node.meta.name === 'import'
  if (node.type === 'ExportNamedDeclaration') return node.source !== null && node.source !== undefined
  return IMPORTS.has(node.type)
}
