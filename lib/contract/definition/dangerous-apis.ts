/**
 * Ways to get at code that is not in the definition: found in the syntax tree, so that `retrieval(`, a comment
 * saying eval and a text saying require are what they are.
 *
 * Ground. Advice for the publisher and the reviewer; what holds at run time is the sandbox.
 * Source: "Skill Schema & Validation", Common Validation Errors; specification "Execution", Handler.
 */
import type { AnyNode, Program } from 'acorn'
import { freeNames } from './free-names.ts'
import { childrenOf, staticKey } from './syntax-tree.ts'

export type DangerousUse = { name: 'eval' | 'Function' | 'require' | 'import'; node: AnyNode }

const FORBIDDEN = ['eval', 'Function', 'require'] as const
const GLOBALS = ['globalThis', 'self', 'window', 'global']

/** Every use, in no particular order. */
export function dangerousUses(tree: Program): DangerousUse[] {
  const free = freeNames(tree)
  const uses: DangerousUse[] = free.flatMap((node) => isForbidden(node.name).map((name) => ({ name, node })))
  const globals = new Set<AnyNode>(free.filter(({ name }) => GLOBALS.includes(name)))

  function visit(node: AnyNode): void {
    if (isImport(node)) uses.push({ name: 'import', node })
    if (node.type === 'MemberExpression') {
      const key = staticKey(node.property, node.computed)
      // globalThis.eval, self['Function']
      if (globals.has(node.object)) uses.push(...isForbidden(key).map((name) => ({ name, node })))
      // (async () => {}).constructor is Function by another name, and so is x.constructor.constructor.
      if (key === 'constructor' && makesFunctions(node.object)) uses.push({ name: 'Function', node })
    }
    // const { eval: run } = globalThis
    if (
      node.type === 'VariableDeclarator' &&
      node.init &&
      globals.has(node.init) &&
      node.id.type === 'ObjectPattern'
    ) {
      for (const property of node.id.properties) {
        const key = property.type === 'Property' ? staticKey(property.key, property.computed) : undefined
        uses.push(...isForbidden(key).map((name) => ({ name, node: property as AnyNode })))
      }
    }
    childrenOf(node).forEach(visit)
  }

  visit(tree)
  return uses
}

function isForbidden(name: string | undefined): (typeof FORBIDDEN)[number][] {
  return FORBIDDEN.filter((each) => each === name)
}

function isImport(node: AnyNode): boolean {
  if (node.type === 'MetaProperty') return node.meta.name === 'import'
  if (node.type === 'ExportNamedDeclaration') return Boolean(node.source)
  return ['ImportDeclaration', 'ImportExpression', 'ExportAllDeclaration'].includes(node.type)
}

function makesFunctions(node: AnyNode): boolean {
  if (node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression') return true
  return node.type === 'MemberExpression' && staticKey(node.property, node.computed) === 'constructor'
}
