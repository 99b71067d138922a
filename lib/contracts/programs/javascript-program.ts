import type { AnyNode, CallExpression, Program } from 'acorn'
import { inspectDefinition } from '../handler/inspect-definition.ts'
import { listChildNodes, readTree } from '../handler/syntax-tree.ts'
import { isImportDeclaration } from '../packages/package-imports.ts'
import type { DraftedProgram, FolderProgram } from './callable-programs.ts'
import { programParameters, programResponse } from './program-contract.ts'

/**
 * Drafts a skill whose handler contains a JavaScript program, or returns the reason why it cannot run. Its imports and its
 * calls of `require` become imports of the definition, so that its packages are bundled, and the rest becomes a function.
 */
export function draftJavaScriptProgram({
  path,
  source,
  packages,
}: FolderProgram): DraftedProgram | { reason: string } {
  const text = source.replace(/^#![^\n]*/, '')
  const read = readTree(text)
  if (read.fault) return { reason: `line ${read.fault.line}: ${read.fault.message}` }
  const exported = read.tree.body.find(({ type }) => type.startsWith('Export'))
  if (exported) return { reason: 'it exports functions, so it is a module and no program' }
  const { imports, body } = hoistImports(text, read.tree)
  const definition = writeDefinition(path, imports, body)
  const [issue] = inspectDefinition(definition, 'javascript', { packages, modules: [] })
  if (issue) return { reason: describeIssue(issue.message, imports) }
  return {
    runtime: 'javascript',
    description: /^\s*(?:\/\*\*?([\s\S]*?)\*\/|\/\/([^\n]*))/
      .exec(text)
      ?.slice(1)
      .find(Boolean)
      ?.replace(/[\s*]+/g, ' ')
      .trim(),
    definition,
    parameters: programParameters(undefined, {
      names: { files: 'files', stdin: 'stdin' },
      readsInput: /\bprocess\.stdin\b/.test(text),
      readsFiles: false,
    }),
    response: programResponse(false),
  }
}

/** A module of Node or of the folder is refused as an import; its name says more than the rule. */
function describeIssue(message: string, imports: readonly string[]): string {
  if (!message.startsWith('import not allowed') && !message.includes('is not a JavaScript module'))
    return message
  const names = imports.flatMap((each) => /["']([^"']+)["'];?$/.exec(each)?.[1] ?? [])
  const unusable = names.filter((name) => name.startsWith('.') || /^(?:node:)?[a-z/_0-9]+$/.test(name))
  if (unusable.length === 0) return message
  return `it imports ${unusable.join(', ')}; a skill imports packages, and has neither files nor modules of Node`
}

type Edit = { start: number; end: number; text: string }

function hoistImports(source: string, tree: Program): { imports: string[]; body: string } {
  const imports: string[] = []
  const edits: Edit[] = []
  for (const node of tree.body.filter(isImportDeclaration)) {
    imports.push(source.slice(node.start, node.end))
    edits.push({ start: node.start, end: node.end, text: '' })
  }
  const names = new Map<string, string>()
  const visit = (node: AnyNode): void => {
    // What Node's documentation recommends to find out whether a file is the program.
    if (
      node.type === 'BinaryExpression' &&
      /^require\.main\s*===?\s*module$/.test(source.slice(node.start, node.end))
    ) {
      edits.push({ start: node.start, end: node.end, text: 'true' })
      return
    }
    const specifier = requiredModule(node)
    if (specifier === undefined) {
      listChildNodes(node).forEach(visit)
      return
    }
    const name = names.get(specifier) ?? `required_${names.size}`
    if (!names.has(specifier)) imports.push(`import ${name} from ${JSON.stringify(specifier)}`)
    names.set(specifier, name)
    edits.push({ start: node.start, end: node.end, text: name })
  }
  visit(tree)
  edits.push(...listStarts(tree.body).map((start) => ({ start, end: start, text: 'await ' })))
  const body = edits
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end, text: replacement }) => text.slice(0, start) + replacement + text.slice(end),
      source,
    )
  return { imports, body: body.trim() }
}

/**
 * Returns where top-level calls begin, such as that of `main()`. A process of Node goes on until what they began has ended;
 * a handler has to wait for it.
 */
function listStarts(statements: readonly AnyNode[]): number[] {
  return statements.flatMap((node) => {
    if (node.type === 'ExpressionStatement')
      return node.expression.type === 'CallExpression' ? [node.start] : []
    if (node.type === 'BlockStatement') return listStarts(node.body)
    if (node.type !== 'IfStatement') return []
    return listStarts(node.alternate ? [node.consequent, node.alternate] : [node.consequent])
  })
}

function requiredModule(node: AnyNode): string | undefined {
  if (node.type !== 'CallExpression') return undefined
  const { callee, arguments: values } = node as CallExpression
  const [value] = values
  const isRequire = callee.type === 'Identifier' && callee.name === 'require'
  return isRequire && value?.type === 'Literal' && typeof value.value === 'string' ? value.value : undefined
}

function writeDefinition(path: string, imports: readonly string[], body: string): string {
  return `// Contains ${path}, a file of this skill. The import wrote what is around it; change it as you like.
${imports.map((each) => `${each}\n`).join('')}
async function program({ process, console, module, exports }) {
${body}
}

class Exit extends Error {}

export default async function handler({ parameters }) {
  const out = []
  const err = []
  const print = (list) => (...values) => void list.push(\`\${values.map(textOf).join(' ')}\\n\`)
  const stream = (list) => ({ isTTY: false, write: (text) => list.push(String(text)) > 0 })
  const input = parameters.stdin ?? ''
  const process = {
    argv: ['node', ${JSON.stringify(path)}, ...(parameters.args ?? [])],
    env: {},
    exitCode: 0,
    platform: 'linux',
    cwd: () => '/',
    exit(code = process.exitCode) {
      process.exitCode = code
      throw new Exit()
    },
    stdin: {
      isTTY: false,
      setEncoding() {},
      async *[Symbol.asyncIterator]() {
        if (input !== '') yield input
      },
    },
    stdout: stream(out),
    stderr: stream(err),
  }
  const console = {
    log: print(out),
    info: print(out),
    debug: print(out),
    warn: print(err),
    error: print(err),
  }
  const module = { exports: {} }
  try {
    await program({ process, console, module, exports: module.exports })
  } catch (error) {
    if (!(error instanceof Exit)) {
      process.exitCode = 1
      err.push(\`\${error?.stack ?? error}\\n\`)
    }
  }
  const stdout = out.join('')
  const exitCode = Number(process.exitCode) || 0
  return {
    message: stdout.trim().slice(0, 2000) || \`The program ended with exit code \${exitCode}.\`,
    exit_code: exitCode,
    stdout,
    stderr: err.join(''),
  }
}

function textOf(value) {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : String(value)
}
`
}
