import { parseAst } from 'rolldown/parseAst'

const SOURCE_TYPES = ['module', 'commonjs', 'script'] as const
type SourceType = (typeof SOURCE_TYPES)[number]

export type SourceNode = { type: string; start: number; end: number; [key: string]: unknown }

/** Parses a module. Throws SyntaxError. */
export function parseSource(source: string, sourceType: SourceType = 'module'): SourceNode {
  return parseAst(source, { sourceType }) as unknown as SourceNode
}

/** Packages are modules or scripts. Returns undefined for anything else, which the bundler then refuses or passes on. */
export function parseUnknownSource(source: string): SourceNode | undefined {
  for (const sourceType of SOURCE_TYPES) {
    try {
      return parseSource(source, sourceType)
    } catch {
      // The next kind may fit.
    }
  }
  return undefined
}

/** Visits all nodes; the depth of the tree is not limited. */
export function walk(tree: SourceNode, visit: (node: SourceNode) => void): void {
  const open: unknown[] = [tree]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    if ('type' in value && typeof value.type === 'string') visit(value as SourceNode)
    for (const child of Object.values(value)) open.push(child)
  }
}
