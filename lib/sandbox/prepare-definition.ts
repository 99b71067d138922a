/**
 * From what a publisher wrote to the module that an isolate loads, with every line where the editor has it.
 *
 * Types are blanked out in place, and the one added line comes after the last. `import` in any form is refused
 * here, on the syntax tree: `cloudflare:workers` is importable inside workerd, and its `waitUntil` would let
 * code outlive its run. As the isolate makes no code from strings, what this tree shows is all there will be.
 */
import type { AnyNode } from 'acorn'
import { parseModule } from '../contract/definition/parse-module.ts'
import { stripTypesSoon } from '../contract/definition/strip-types.ts'
import type { SandboxJob, ThrownError } from './sandbox.ts'

export const DEFINITION_FILE = 'definition.js'

/** Of source; 64 KB is already a very long handler. */
const DEFINITION_BYTES = 256 * 1024

export type Prepared = { module: string } | { error: ThrownError }

/**
 * Accepts `async function handler`, `const handler = async …` and `export default`; answers a SyntaxError for the
 * rest. Python is read inside, by Python.
 */
export async function prepareDefinition(
  definition: string,
  runtime: SandboxJob['runtime'] = 'javascript',
): Promise<Prepared> {
  if (Buffer.byteLength(definition) > DEFINITION_BYTES)
    return refuse(`The definition is longer than ${DEFINITION_BYTES / 1024} KB.`)
  if (runtime === 'python') return { module: definition }
  const { code: source, fault } = await stripTypesSoon(definition)
  if (fault) return refuse(fault.message, fault.line)
  const tree = readTree(source)
  if (!('body' in tree)) return refuse(tree.message, tree.line)

  const imported = findImport(tree.body)
  if (imported) return refuse('import is not allowed in a definition.', imported.loc?.start.line)
  if (tree.body.some(({ type }) => type === 'ExportDefaultDeclaration')) return { module: source }
  if (tree.body.some(declaresHandler)) return { module: `${source}\n;export default handler;` }
  return refuse('handler function not found. Define async function handler(input) {}.')
}

function refuse(message: string, line?: number): Prepared {
  const where = line ? `\n    at ${DEFINITION_FILE}:${line}` : ''
  return { error: { name: 'SyntaxError', message, stack: `SyntaxError: ${message}${where}` } }
}

function readTree(source: string): { body: AnyNode[] } | { message: string; line?: number } {
  try {
    return parseModule(source)
  } catch (error) {
    if (!(error instanceof SyntaxError)) return { message: 'The definition is nested too deeply to be read.' }
    // "Unexpected token (3:4)": the place is told apart from the sentence.
    const { line } = (error as SyntaxError & { loc: { line: number } }).loc
    return { message: error.message.replace(/ \(\d+:\d+\)$/, ''), line }
  }
}

function declaresHandler(node: AnyNode): boolean {
  if (node.type === 'ExportNamedDeclaration')
    return node.declaration ? declaresHandler(node.declaration) : false
  if (node.type === 'FunctionDeclaration') return node.id?.name === 'handler'
  if (node.type !== 'VariableDeclaration') return false
  return node.declarations.some(({ id }) => id.type === 'Identifier' && id.name === 'handler')
}

const IMPORTS = new Set(['ImportDeclaration', 'ImportExpression', 'MetaProperty', 'ExportAllDeclaration'])

/** Walks with a list instead of the stack: the tree is as deep as the publisher likes. */
function findImport(body: AnyNode[]): AnyNode | undefined {
  const open: unknown[] = [...body]
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node !== 'object' || node === null) continue
    if (isImport(node as AnyNode)) return node as AnyNode
    open.push(...Object.values(node))
  }
  return undefined
}

function isImport(node: AnyNode): boolean {
  if (node.type === 'MetaProperty') return node.meta.name === 'import'
  if (node.type === 'ExportNamedDeclaration') return node.source !== null && node.source !== undefined
  return IMPORTS.has(node.type)
}
