const EXPRESSION = /^(async\s*)?(function\b|\(|[\w$]+\s*=>)/

const NAMED_HANDLER = /^(async\s+)?function\s+handler\b/

/** Accepts functions such as `async (input) => …`. */
export function isBareFunction(text: string): boolean {
  return EXPRESSION.test(text.trim()) && !NAMED_HANDLER.test(text.trim())
}

/** In `capabilities` the input comes first. Line numbers do not change. */
export function wrapHandler(text: string): string {
  return [
    `const run = ${EXPRESSION.test(text) ? text : methodAsExpression(text)}`,
    '',
    'async function handler({ parameters, config, context }) {',
    '  return run(parameters, { config, signal: context.signal })',
    '}',
    '',
  ].join('\n')
}

/** `async search(input) { … }` is only valid in an object. */
function methodAsExpression(text: string): string {
  return `Object.values({ ${text} })[0]`
}
