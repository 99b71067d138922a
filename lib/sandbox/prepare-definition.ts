/**
 * From what a publisher wrote to the module that an isolate loads, with every line where the editor has it.
 *
 * Types are blanked out in place, and the one added line comes after the last. `import` in any form is refused
 * here, on the syntax tree: `cloudflare:workers` is importable inside workerd, and its `waitUntil` would let
 * code outlive its run. As the isolate makes no code from strings, what this tree shows is all there will be.
 */
import type { AnyNode, Program } from 'acorn'
import { parseModule } from '../contract/definition/parse-module.ts'
import { nodesOf, readPlainJavaScript } from '../contract/definition/plain-javascript.ts'
import { stripTypesSoon, TOO_DEEP } from '../contract/definition/strip-types.ts'
import type { SandboxJob, ThrownError } from './sandbox.ts'

export const DEFINITION_FILE = 'definition.js'

/** Of source; 64 KB is already a very long handler. */
const DEFINITION_BYTES = 256 * 1024

export type Prepared = { module: string } | { error: ThrownError }

type Of = Partial<Pick<SandboxJob, 'runtime' | 'publisher'>>

/**
 * Accepts `async function handler`, `const handler = async …` and `export default`; answers a SyntaxError for the
 * rest. Python is read inside, by Python.
 */
export async function prepareDefinition(
  definition: string,
  { runtime = 'javascript', publisher = '' }: Of = {},
): Promise<Prepared> {
  if (Buffer.byteLength(definition) > DEFINITION_BYTES)
    return refuse(`The definition is longer than ${DEFINITION_BYTES / 1024} KB.`)
  if (runtime === 'python') return { module: definition }
  const read = await readJavaScript(definition, publisher)
  if ('message' in read) return refuse(read.message, read.line)

  const { source, tree } = read
  const imported = nodesOf(tree).find(isImport)
  if (imported) return refuse('import is not allowed in a definition.', imported.loc?.start.line)
  if (tree.body.some(({ type }) => type === 'ExportDefaultDeclaration')) return { module: source }
  if (tree.body.some(declaresHandler)) return { module: `${source}\n;export default handler;` }
  return refuse('handler function not found. Define async function handler(input) {}.')
}

function refuse(message: string, line?: number): Prepared {
  const where = line ? `\n    at ${DEFINITION_FILE}:${line}` : ''
  return { error: { name: 'SyntaxError', message, stack: `SyntaxError: ${message}${where}` } }
}

type Read = { source: string; tree: Program } | { message: string; line?: number }

/** Taking types out is somebody's turn in a line: what has none does not join it. */
async function readJavaScript(definition: string, publisher: string): Promise<Read> {
  try {
    const plain = readPlainJavaScript(definition)
    if (plain) return { source: definition, tree: plain }
    const { code: source, fault } = await stripTypesSoon(definition, publisher)
    return fault ?? { source, tree: parseModule(source) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) return { message: TOO_DEEP }
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

function isImport(node: AnyNode): boolean {
  if (node.type === 'MetaProperty') return node.meta.name === 'import'
  if (node.type === 'ExportNamedDeclaration') return node.source !== null && node.source !== undefined
  return IMPORTS.has(node.type)
}
