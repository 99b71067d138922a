/**
 * Exits with 1 when a limit is exceeded. `--list` adds the offenders of every measure, `--json` prints
 * `{measure: {value, limit}}` instead.
 */

import path from 'node:path'
import { requireNodeVersion } from './server/runtime/require-node.ts'
import { type ProductFile, readProductFiles, type SyntaxNode } from './structure/read-product-files.ts'

requireNodeVersion()

const files = readProductFiles()
const counted = (offenders: string[], limit: number) => ({ value: offenders.length, limit, offenders })

type Measure = (files: ProductFile[]) => string[]

const LAYERED_FOLDERS = /^(lib|components|bin|sandboxd)\//

const folderCycles: Measure = (files) => {
  const edges = new Map<string, Set<string>>()
  for (const { file, imports } of files.filter((each) => LAYERED_FOLDERS.test(each.file))) {
    const from = path.posix.dirname(file)
    const targets = edges.get(from) ?? new Set<string>()
    for (const target of imports) {
      const to = path.posix.dirname(target)
      if (LAYERED_FOLDERS.test(target) && to !== from) targets.add(to)
    }
    edges.set(from, targets)
  }
  return findCycles(edges).map((folders) => folders.join(' '))
}

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length

const doubleCasts: Measure = (files) =>
  files.flatMap(({ file, text }) =>
    [...text.matchAll(/\bas unknown as\b/g)].map(({ index }) => `${file}:${lineAt(text, index)}`),
  )

// Browser bundles get it in place of the other file.
const STANDS_FOR_ANOTHER = /\/re2-on-demand\.ts$/

/** Names that two or more files of lib, bin or sandboxd each declare and export. */
const ambiguousNames: Measure = (files) => {
  const owners = new Map<string, string[]>()
  for (const { file, body } of files.filter(
    (each) => /^(lib|bin|sandboxd)\//.test(each.file) && !STANDS_FOR_ANOTHER.test(each.file),
  ))
    for (const name of exportedNames(body)) owners.set(name, [...(owners.get(name) ?? []), file])
  return [...owners]
    .filter(([, where]) => where.length > 1)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, where]) => `${name}: ${where.join(', ')}`)
}

/** What guards the architecture. There is no limit on files, lines or comments: cohesion decides what stands in a file. */
const MEASURES: Record<string, { value: number; limit: number; offenders: string[] }> = {
  'folder cycles': counted(folderCycles(files), 0),
  'casts through unknown': counted(doubleCasts(files), 8),
  'names exported twice': counted(ambiguousNames(files), 0),
}

const exceeded = Object.entries(MEASURES).filter(([, { value, limit }]) => value > limit)

if (process.argv.includes('--json')) {
  const plain = Object.entries(MEASURES).map(([name, { value, limit }]) => [name, { value, limit }])
  console.log(JSON.stringify(Object.fromEntries(plain)))
} else {
  const isListed = (name: string) =>
    process.argv.includes('--list') || exceeded.some(([each]) => each === name)
  for (const [name, { value, limit, offenders }] of Object.entries(MEASURES)) {
    console.log(`${name.padEnd(26)}${String(value).padStart(8)}  limit ${limit}`)
    if (isListed(name)) for (const each of offenders) console.log(`    ${each}`)
  }
  for (const [name, { value, limit }] of exceeded)
    console.error(`"${name}" is ${value}, over its limit of ${limit}.`)
}
process.exitCode = exceeded.length > 0 ? 1 : 0

function exportedNames(body: SyntaxNode[]): Set<string> {
  const names = new Set<string>()
  for (const node of body) {
    const declared = node.type === 'ExportNamedDeclaration' ? (node.declaration as SyntaxNode | null) : null
    if (!declared) continue
    const declarations = (declared.declarations as SyntaxNode[] | undefined) ?? [declared]
    for (const each of declarations) {
      const id = each.id as { name?: string } | null
      if (id?.name) names.add(id.name)
    }
  }
  return names
}

/** Cycles of a directed graph: its strongly connected components of two nodes or more (Tarjan, 1972). */
function findCycles(edges: Map<string, Set<string>>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []

  function connect(node: string): void {
    index.set(node, index.size)
    low.set(node, index.get(node)!)
    stack.push(node)
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) {
        connect(next)
        low.set(node, Math.min(low.get(node)!, low.get(next)!))
      } else if (stack.includes(next)) {
        low.set(node, Math.min(low.get(node)!, index.get(next)!))
      }
    }
    if (low.get(node) !== index.get(node)) return
    const component = stack.splice(stack.indexOf(node))
    if (component.length > 1) found.push(component.sort())
  }

  for (const node of [...edges.keys()].sort()) if (!index.has(node)) connect(node)
  return found
}
