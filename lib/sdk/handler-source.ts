/** Converts a handler to source code; outer variables are not included. */
import { ValidationError } from './errors.ts'

const EXPRESSION = /^(async\s*)?(function\b|\(|[\w$]+\s*=>)/

/** Throws ValidationError for functions without text. */
export function definitionOf(name: string, handler: (...given: never[]) => unknown): string {
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
