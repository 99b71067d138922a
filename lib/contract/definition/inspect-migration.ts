/**
 * What a migration's source says about itself: whether it has a function `migrate`, and what it must not use.
 *
 * Ground, for servers; read on the syntax tree like a definition. `migrate` may be sync or async.
 * Source: specification "Contracts" §6, Migrations.
 */
import type { AnyNode, Program } from 'acorn'
import { dangerousUses } from './dangerous-apis.ts'
import type { DefinitionIssue } from './definition-issue.ts'
import { declarationsOf } from './find-handler.ts'
import { TOO_DEEP } from './strip-types.ts'
import { placeOf, readTree } from './syntax-tree.ts'

/** Every reason why this migration cannot be published, in the order of its lines; [] when there is none. */
export function inspectMigration(source: string): DefinitionIssue[] {
  try {
    const read = readTree(source)
    if (read.fault) {
      const { message, ...place } = read.fault
      return [issue('syntax', message === TOO_DEEP ? message : `Syntax error: ${message}`, place)]
    }
    const { tree } = read
    return [
      ...whyNotMigrate(tree).map(({ message, node }) => issue('migrate', message, placeOf(node))),
      ...dangerousUses(tree).map(({ name, node }) => ({
        ...issue('dangerous-api', `${name} not allowed in a migration`, placeOf(node)),
        params: { name },
      })),
    ].sort((a, b) => a.line - b.line || a.column - b.column)
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    return [issue('syntax', TOO_DEEP, { line: 1, column: 1 })]
  }
}

function whyNotMigrate(tree: Program): { message: string; node: AnyNode }[] {
  const exported = tree.body.find(({ type }) => type === 'ExportDefaultDeclaration')
  const migrate = tree.body.flatMap(declarationsOf).find(({ name }) => name === 'migrate')?.value
  return [
    ...(exported
      ? [{ message: 'a migration has no default export: name the function migrate', node: exported }]
      : []),
    ...whyNotFunction(migrate, tree),
  ]
}

function whyNotFunction(migrate: AnyNode | undefined, tree: Program): { message: string; node: AnyNode }[] {
  if (!migrate)
    return [{ message: 'migrate function not found: write function migrate(input) { … }', node: tree }]
  if (!('params' in migrate) || !('generator' in migrate))
    return [{ message: 'migrate must be a function', node: migrate }]
  return migrate.generator ? [{ message: 'migrate must not be a generator', node: migrate }] : []
}

function issue(keyword: string, message: string, place: { line: number; column: number }): DefinitionIssue {
  return { path: '', keyword, message, ...place }
}
