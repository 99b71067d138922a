/**
 * Whether a Python source defines `main(args)`.
 *
 * Ground. Read from the syntax tree, in which strings and comments are what they are. Only what surely cannot run is
 * refused: what else Python's own parser has to say, an example says before publishing.
 * Source: specification "Product", Life of a version.
 */
import { parser } from '@lezer/python'
import type { DefinitionIssue } from './definition-issue.ts'
import { TOO_DEEP } from './strip-types.ts'

type Node = ReturnType<typeof parser.parse>['topNode']

export function inspectPython(source: string): DefinitionIssue[] {
  if (isDeeperThan(DEEPEST, source))
    return [{ ...ISSUE, keyword: 'syntax', message: TOO_DEEP, line: 1, column: 1 }]
  const mains = childrenOf(parser.parse(source).topNode)
    .map(functionOf)
    .filter((each) => each !== null && nameOf(each, source) === 'main')
  // The last one counts, as in Python.
  const main = mains.at(-1)
  if (!main) return [{ ...ISSUE, message: 'main(args) function not found', line: 1, column: 1 }]
  if (takesSomething(main)) return []
  return [{ ...ISSUE, message: 'main must take one argument: main(args)', ...placeOf(main, source) }]
}

// Python itself refuses more than 200. The parser here takes seconds for thousands.
const DEEPEST = 1_000

/** Whether so many brackets are open at once. Those in texts and comments count too, which close as a rule. */
function isDeeperThan(most: number, source: string): boolean {
  let open = 0
  for (const [bracket] of source.matchAll(/[([{}\])]/g)) {
    open = '([{'.includes(bracket) ? open + 1 : Math.max(0, open - 1)
    if (open > most) return true
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

/** A name, or `*args`: it is called with one value. */
function takesSomething(definition: Node): boolean {
  const parameters = definition.getChild('ParamList')
  return parameters !== null && parameters.getChild('VariableName') !== null
}

function placeOf({ from }: Node, source: string): { line: number; column: number } {
  const before = source.slice(0, from).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}
