/** Replaces what the sandbox does not allow in the code of packages. */
import { alternativeTo } from '../../contracts/packages/unsuited-packages.ts'
import { parseSource, parseUnknownSource, type SourceNode, walk } from './source-tree.ts'

type Edit = { start: number; end: number; text: string }

const GLOBAL_OBJECT = '(function(){return function(){return globalThis}})'

/**
 * `Function("return this")()` is how libraries find the global object; it becomes `globalThis`. Other code from text
 * throws an EvalError that names the package. Returns undefined if there is neither.
 */
export function replaceCodeGeneration(
  source: string,
  subject: { name: string; version?: string },
): { code: string; isGenerating: boolean } | undefined {
  if (!/\b(Function|eval)\b/.test(source)) return undefined
  const tree = parseUnknownSource(source)
  if (!tree) return undefined
  const alternative = alternativeTo(subject.name)
  const title = [subject.name, subject.version].filter(Boolean).join(' ')
  const message = `${title} creates code from text (eval or Function), which skills must not do.${alternative ? ` ${alternative}` : ''}`
  const refusal = `(function(){throw new EvalError(${JSON.stringify(message)})})`
  const edits: Edit[] = []
  let isGenerating = false
  walk(tree, (node) => {
    const applied = functionApplied(node)
    if (applied) {
      isGenerating = true
      edits.push({ start: applied.start, end: applied.end, text: refusal })
    }
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return
    const callee = generatorIn(node.callee as SourceNode)
    if (!callee) return
    const { start, end } = node.callee as SourceNode
    const argument = (node.arguments as SourceNode[])[0]
    const text = argument?.type === 'Literal' ? String(argument.value).replace(/;?\s*$/, '') : undefined
    if (callee === 'Function' && text === 'return this') edits.push({ start, end, text: GLOBAL_OBJECT })
    else if (callee === 'eval' && text === 'this')
      edits.push({ start, end, text: '(function(){return globalThis})' })
    else {
      isGenerating = true
      edits.push({ start, end, text: refusal })
    }
  })
  return edits.length > 0 || isGenerating ? { code: applyEdits(source, edits), isGenerating } : undefined
}

/** Returns `Function` in `Function.apply(null, names)`. */
function functionApplied({ type, object, property }: SourceNode): SourceNode | undefined {
  if (type !== 'MemberExpression' || (object as SourceNode).type !== 'Identifier') return undefined
  const name = String((property as SourceNode).name)
  const isApplied = (object as SourceNode).name === 'Function' && ['apply', 'call', 'bind'].includes(name)
  return isApplied ? (object as SourceNode) : undefined
}

/** `Function`, `eval`, `(0, eval)` */
function generatorIn(callee: SourceNode): 'Function' | 'eval' | undefined {
  if (callee.type === 'SequenceExpression') return generatorIn((callee.expressions as SourceNode[]).at(-1)!)
  if (callee.type === 'ParenthesizedExpression') return generatorIn(callee.expression as SourceNode)
  if (callee.type !== 'Identifier') return undefined
  return callee.name === 'Function' || callee.name === 'eval' ? callee.name : undefined
}

/**
 * A bundle imports nothing: `cloudflare:workers` would let its code outlive a run. `import(…)` that is left rejects, and
 * `import.meta` is an address without meaning. Throws if the bundle imports anything else.
 */
export function replaceModuleLoading(code: string): string {
  const edits: Edit[] = []
  let loads = false
  walk(parseSource(code), (node) => {
    const { type, start, end } = node
    if (
      type === 'ImportDeclaration' ||
      type === 'ExportAllDeclaration' ||
      (type === 'ExportNamedDeclaration' && node.source)
    )
      throw new Error('The bundle still imports a module.')
    if (type === 'MetaProperty' && code.slice(start, start + 6) === 'import')
      edits.push({ start, end, text: "({url:'file:///packages.js'})" })
    if (type === 'ImportExpression') {
      loads = true
      edits.push({ start, end: (node.source as SourceNode).start, text: `${REFUSE_IMPORT}(` })
    }
  })
  const rewritten = applyEdits(code, edits)
  return loads ? `${rewritten}\n${REFUSAL}` : rewritten
}

const REFUSE_IMPORT = '__guildhallRefuseImport'
const REFUSAL = `function ${REFUSE_IMPORT}(name){return Promise.reject(new TypeError("Skills cannot load modules while they run: "+name))}`

function applyEdits(source: string, edits: readonly Edit[]): string {
  let code = source
  for (const { start, end, text } of edits.toSorted((a, b) => b.start - a.start))
    code = code.slice(0, start) + text + code.slice(end)
  return code
}
