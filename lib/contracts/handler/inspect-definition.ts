import { isBuiltin } from 'node:module'
import type { AnyNode, ImportDeclaration, Program } from 'acorn'
import { parsePackageName } from '../packages/dependencies.ts'
import { findImportedModule, type Importable } from '../packages/own-modules.ts'
import { isImportDeclaration } from '../packages/package-imports.ts'
import { dangerousUses } from './dangerous-apis.ts'
import { findHandler } from './find-handler.ts'
import { inspectPython } from './inspect-python.ts'
import { TOO_DEEP } from './strip-types.ts'
import { type DefinitionIssue, exportedDeclarations, positionOf, readTree } from './syntax-tree.ts'

export type { DefinitionIssue }

const NOTHING: Importable = { packages: [], modules: [] }

/** Returns the reasons against publication, by line. */
export function inspectDefinition(
  source: string,
  runtime: 'javascript' | 'python' = 'javascript',
  importable: Importable = NOTHING,
): DefinitionIssue[] {
  return runtime === 'python' ? inspectPython(source) : inspectJavaScript(source, importable)
}

function inspectJavaScript(source: string, importable: Importable): DefinitionIssue[] {
  try {
    const read = readTree(source)
    if (read.fault) {
      const { message, isTooDeep, ...position } = read.fault
      return [syntaxIssue(isTooDeep ? message : `Syntax error: ${message}`, position)]
    }
    const missing = handlerError(read.tree)
    return [
      ...(missing
        ? [{ path: '', keyword: 'handler', message: missing.message, ...positionOf(missing.node) }]
        : []),
      ...dangerousUses(read.tree).flatMap(({ name, node }) =>
        isImportDeclaration(node)
          ? importIssues(node, importable)
          : [dangerousIssue(name, node, 'in definition')],
      ),
    ].sort((a, b) => a.line - b.line || a.column - b.column)
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    return [syntaxIssue(TOO_DEEP, { line: 1, column: 1 })]
  }
}

function dangerousIssue(name: string, node: AnyNode, where: string): DefinitionIssue {
  return { ...issue('dangerous-api', `${name} not allowed ${where}`, positionOf(node)), params: { name } }
}

/** Returns the reasons against publication of a module that a definition imports. It need not have a handler. */
export function inspectOwnModule(source: string, importable: Importable): DefinitionIssue[] {
  try {
    const read = readTree(source)
    if (read.fault) return [syntaxIssue(`Syntax error: ${read.fault.message}`, read.fault)]
    return dangerousUses(read.tree).flatMap(({ name, node }) => {
      if (!isImportDeclaration(node)) return [dangerousIssue(name, node, 'in a module')]
      // The bundler finds modules in the same folder, and refuses all others.
      return /^\.\.?\//.test(String(node.source.value)) ? [] : importIssues(node, importable)
    })
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    return [syntaxIssue(TOO_DEEP, { line: 1, column: 1 })]
  }
}

/** A definition imports declared packages and its own modules; modules of Node and of the engine stay out of reach. */
function importIssues(node: ImportDeclaration, { packages, modules }: Importable): DefinitionIssue[] {
  const specifier = String(node.source.value)
  const name = parsePackageName(specifier)
  if (name !== undefined && packages.includes(name)) return []
  if (specifier.startsWith('./')) {
    if (findImportedModule(specifier, modules)) return []
    const message = `“${specifier}” is not a JavaScript module in the Files of this skill`
    return [{ ...issue('own-module', message, positionOf(node)), params: { specifier } }]
  }
  if (isBuiltin(specifier)) {
    const found = dangerousIssue('import', node, 'in definition')
    return [{ ...found, params: { ...found.params, module: specifier } }]
  }
  if (name === undefined) return [dangerousIssue('import', node, 'in definition')]
  const message = `“${name}” is not in the dependencies of this SkillSet`
  return [{ ...issue('dependency', message, positionOf(node)), params: { name } }]
}

function handlerError(tree: Program): { message: string; node: AnyNode } | undefined {
  const handler = findHandler(tree)
  if (!handler) return { message: 'handler function not found', node: tree }
  const { value } = handler
  if (!('async' in value)) return { message: 'handler must be an async function', node: value }
  if (value.generator) return { message: 'handler must not be a generator', node: value }
  return value.async ? undefined : { message: 'handler must be an async function', node: value }
}

function syntaxIssue(message: string, position: { line: number; column: number }): DefinitionIssue {
  return { path: '', keyword: 'syntax', message, ...position }
}

/** Returns the reasons against publication, by line. */
export function inspectMigration(source: string): DefinitionIssue[] {
  try {
    const read = readTree(source)
    if (read.fault) {
      const { message, isTooDeep, ...position } = read.fault
      return [issue('syntax', isTooDeep ? message : `Syntax error: ${message}`, position)]
    }
    const { tree } = read
    return [
      ...migrationErrors(tree).map(({ message, node }) => issue('migrate', message, positionOf(node))),
      ...dangerousUses(tree).map(({ name, node }) => dangerousIssue(name, node, 'in a migration')),
    ].sort((a, b) => a.line - b.line || a.column - b.column)
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    return [issue('syntax', TOO_DEEP, { line: 1, column: 1 })]
  }
}

function migrationErrors(tree: Program): { message: string; node: AnyNode }[] {
  const exported = tree.body.find(({ type }) => type === 'ExportDefaultDeclaration')
  const migrate = tree.body.flatMap(exportedDeclarations).find(({ name }) => name === 'migrate')?.value
  return [
    ...(exported
      ? [{ message: 'a migration must not have a default export: name the function migrate', node: exported }]
      : []),
    ...migrateFunctionErrors(migrate, tree),
  ]
}

function migrateFunctionErrors(
  migrate: AnyNode | undefined,
  tree: Program,
): { message: string; node: AnyNode }[] {
  if (!migrate)
    return [{ message: 'migrate function not found: write function migrate(input) { … }', node: tree }]
  if (!('params' in migrate) || !('generator' in migrate))
    return [{ message: 'migrate must be a function', node: migrate }]
  return migrate.generator ? [{ message: 'migrate must not be a generator', node: migrate }] : []
}

function issue(
  keyword: string,
  message: string,
  position: { line: number; column: number },
): DefinitionIssue {
  return { path: '', keyword, message, ...position }
}
