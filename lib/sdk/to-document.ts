import type { Json, JsonObject } from '../json/json.ts'
import { toJson } from '../json/to-json.ts'
import { fromCapabilities } from '../skillset/document/from-capabilities.ts'
import type { SkillSetDocument } from '../skillset/document/skillset-document.ts'
import type { Capabilities, SkillSetDefinition } from './definition.ts'
import { ValidationError } from './errors.ts'

/** May be incomplete: `guildhall validate` checks it. Throws ValidationError if the definition is not JSON. */
export function toDocument<C extends Capabilities>(definition: SkillSetDefinition<C>): SkillSetDocument {
  const { handlers = {}, mode: _mode, warn: _warn, charge: _charge, ...rest } = definition
  const texts = Object.entries(handlers).map(([name, handler]) => [
    name,
    definitionOf(name, handler as (...given: never[]) => unknown),
  ])
  const { value, issue } = toJson({ ...rest, handlers: Object.fromEntries(texts) })
  if (issue) throw new ValidationError('The definition is not JSON.', { details: [issue] })
  return fromCapabilities(value as JsonObject).document as Json as SkillSetDocument
}

const EXPRESSION = /^(async\s*)?(function\b|\(|[\w$]+\s*=>)/

/** The source of a handler; variables around it are not included. Throws ValidationError for functions without text. */
function definitionOf(name: string, handler: (...given: never[]) => unknown): string {
  const text = Function.prototype.toString.call(handler)
  if (/\{\s*\[native code\]\s*\}$/.test(text)) {
    throw new ValidationError(
      `The source of ${name}’s handler is not available. Write it as a standalone function.`,
    )
  }
  return [
    `const run = ${EXPRESSION.test(text) ? text : methodAsExpression(text)}`,
    '',
    'async function handler({ parameters, config, context }) {',
    '  return run(parameters, { config, signal: context.signal })',
    '}',
    '',
  ].join('\n')
}

/** Method syntax, `async search(input) { … }`, is only valid in an object. */
function methodAsExpression(text: string): string {
  return `Object.values({ ${text} })[0]`
}
