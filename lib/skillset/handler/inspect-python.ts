/** Checks that a Python source defines `main(args)`; running an example reveals other errors. */
import { parser } from '@lezer/python'
import { TOO_DEEP } from './strip-types.ts'
import type { DefinitionIssue } from './syntax-tree.ts'

type Node = ReturnType<typeof parser.parse>['topNode']

export function inspectPython(source: string): DefinitionIssue[] {
  if (isDeeperThan(DEEPEST, source))
    return [{ ...ISSUE, keyword: 'syntax', message: TOO_DEEP, line: 1, column: 1 }]
  const mains = childrenOf(parser.parse(source).topNode)
    .map(functionOf)
    .filter((each) => each !== null && nameOf(each, source) === 'main')
  // In Python the last definition counts.
  const main = mains.at(-1)
  if (!main) return [{ ...ISSUE, message: 'main(args) function not found', line: 1, column: 1 }]
  if (takesSomething(main)) return []
  return [{ ...ISSUE, message: 'main must take one argument: main(args)', ...positionOf(main, source) }]
}

// Python refuses more than 200; this parser takes seconds for thousands.
const DEEPEST = 1_000

/** Also counts brackets in strings and comments, which are usually balanced. */
function isDeeperThan(maxDepth: number, source: string): boolean {
  let open = 0
  for (const [bracket] of source.matchAll(/[([{}\])]/g)) {
    open = '([{'.includes(bracket) ? open + 1 : Math.max(0, open - 1)
    if (open > maxDepth) return true
  }
  return false
}

const ISSUE = { path: '', keyword: 'handler' }

function functionOf(statement: Node): Node | null {
  if (statement.name === 'DecoratedStatement') return statement.getChild('FunctionDefinition')
  return statement.name === 'FunctionDefinition' ? statement : null
}

function nameOf(definition: Node, source: string): string | undefined {
  const name = definition.getChild('VariableName')
  return name ? source.slice(name.from, name.to) : undefined
}

/** A name or `*args`, because it is called with one argument. */
function takesSomething(definition: Node): boolean {
  const parameters = definition.getChild('ParamList')
  return parameters !== null && parameters.getChild('VariableName') !== null
}

function positionOf({ from }: Node, source: string): { line: number; column: number } {
  const before = source.slice(0, from).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}
