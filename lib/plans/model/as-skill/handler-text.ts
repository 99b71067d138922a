/** Prints values and calls as JavaScript, on one line where it fits. */

const LONGEST_GROUP = 50

export function printObject(
  entries: readonly (readonly [name: string, code: string])[],
  indent: string,
): string {
  const members = entries.map(([name, code]) =>
    name === code && isVariable(code) ? name : `${printKey(name)}: ${code}`,
  )
  return entries.length === 0 ? '{}' : printGroup(['{ ', ' }'], members, indent)
}

export function printArray(items: readonly string[], indent: string): string {
  return printGroup(['[', ']'], items, indent)
}

function printGroup([open, close]: [string, string], members: readonly string[], indent: string): string {
  const line = `${open}${members.join(', ')}${close}`
  if (line.length <= LONGEST_GROUP && !line.includes('\n')) return line
  const lines = members.map((each) => `${indent}  ${each},\n`)
  return `${open.trim()}\n${lines.join('')}${indent}${close.trim()}`
}

function isVariable(code: string): boolean {
  return IDENTIFIER.test(code) && !['null', 'true', 'false'].includes(code)
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/** Prints the key of an object. `__proto__` is computed, because as a literal it would set the prototype. */
function printKey(name: string): string {
  if (name === '__proto__') return "['__proto__']"
  return IDENTIFIER.test(name) ? name : JSON.stringify(name)
}

export function printText(text: string): string {
  const json = JSON.stringify(text)
  return /['\\]/.test(text) || json !== `"${text}"` ? json : `'${text}'`
}

/** Escapes text for backquotes. */
export function printTemplateText(text: string): string {
  return text
    .replace(/[`\\]|\$(?=\{)/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
}

export function printComment(text: string): string {
  return `// ${text.replace(/\s+/g, ' ').trim()}`
}

/** Words with a meaning in JavaScript or handlers, which steps cannot have as names. */
export const RESERVED_WORDS =
  'arguments await break case catch class config const context continue debugger default delete do else enum eval export extends false finally for function handler if implements import in instanceof interface let new null package parameters private protected public return static super switch textOf this throw true try tryStep typeof undefined var void while with yield'.split(
    ' ',
  )

export const TRY_STEP = `/** Repeats a step that fails, with a doubled pause. The last failure ends the run, or skips the step with null. */
async function tryStep({ attempts, pauseMs, isSkippable }, step) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await step()
    } catch (error) {
      if (attempt >= attempts && isSkippable) return null
      if (attempt >= attempts) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs * 2 ** (attempt - 1)))
  }
}
`

export const TEXT_OF = `/** Only text, numbers, true and false can be inserted into a text. */
function textOf(value) {
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value)
  throw new Error('A value that a step needs for a text does not exist, or is not text.')
}
`
