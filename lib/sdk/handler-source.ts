/**
 * A handler as the text that a Guildhall runs.
 *
 * Ground; also in the browser. The text of a function is all that travels: what it reaches outside itself stays behind.
 */
import { ValidationError } from './errors.ts'

const EXPRESSION = /^(async\s*)?(function\b|\(|[\w$]+\s*=>)/

/** JavaScript that declares `async function handler` around `handler`. Throws ValidationError for functions without text. */
export function definitionOf(name: string, handler: (...given: never[]) => unknown): string {
  const text = Function.prototype.toString.call(handler)
  if (/\{\s*\[native code\]\s*\}$/.test(text)) {
    throw new ValidationError(`The handler of ${name} has no text: write it as a function of its own.`)
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

/** `async search(input) { … }`, as it stands in an object, is no expression by itself. */
function methodAsExpression(text: string): string {
  return `Object.values({ ${text} })[0]`
}
