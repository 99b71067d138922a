/** Parses JSON, or a curl command that contains some. */
import { isRounded, readExactNumber } from '#lib/json/exact-number.ts'
import { isObject, type Json } from '#lib/json/json.ts'
import { faultText, readJson } from '#lib/json/read-json.ts'

/** `text` replaces the input if it differs. */
type TypedInput =
  | { value: Json; text?: string; error?: undefined }
  | { value?: undefined; text?: undefined; error: string }

export function parseTypedInput(text: string): TypedInput {
  if (/^\s*(?:\$\s+)?curl(?:\.exe)?\s/.test(text)) {
    const { value, error } = readCurl(text)
    return error === undefined ? { value, text: JSON.stringify(value, null, 2) } : { error }
  }
  const { value, fault } = readJson(text)
  if (fault) return { error: faultText(fault) }
  const lost = lostNumber(text)
  if (lost === undefined) return { value }
  return {
    error: `the number ${lost} is too large for JSON; put it in quotes to send it as text`,
  }
}

/** Such a number silently loses digits. */
function lostNumber(text: string): string | undefined {
  let lost: string | undefined
  JSON.parse(text, (_key, value, context?: { source?: string }) => {
    const source = context?.source
    if (typeof value !== 'number' || source === undefined) return value
    const isLost = !Number.isFinite(value) || (isRounded(value) && readExactNumber(source) === undefined)
    if (isLost) lost ??= source.length > 40 ? `${source.slice(0, 40)}…` : source
    return value
  })
  return lost
}

/** curl(1), -d, --data-*, --json and @; POSIX quoting and $'…' of bash. */
type ReadCurl = { value: Json; error?: undefined } | { value?: undefined; error: string }

const DATA = ['-d', '--data', '--data-ascii', '--data-binary', '--data-raw', '--json']
// biome-ignore format: a list
const WITH_ARGUMENT = ['-H', '--header', '-X', '--request', '-u', '--user', '-A', '--user-agent', '-b', '--cookie', '-c', '--cookie-jar',
  '-e', '--referer', '-o', '--output', '-x', '--proxy', '-m', '--max-time', '--url', '-w', '--write-out', '--connect-timeout']

function readCurl(command: string): ReadCurl {
  const words = splitShellArguments(command.trim())
  if (!words) return { error: 'this command has an unclosed quote' }
  const parts: string[] = []
  for (let index = words.indexOf('curl') + 1; index < words.length; index++) {
    const word = words[index] ?? ''
    if (word === '-F' || word === '--form' || word === '--data-urlencode' || word === '-T')
      return { error: `this command sends a form (${word}), not JSON` }
    const { option, argument } = optionOf(word)
    if (!option) continue
    const given = argument ?? words[++index] ?? ''
    if (!DATA.includes(option)) continue
    if (given.startsWith('@') && option !== '--data-raw') {
      return { error: `this command reads a file (${given}); paste the content of the file instead` }
    }
    parts.push(given)
  }
  if (parts.length === 0) return { error: 'this command sends no data: -d, --data-raw or --json is missing' }
  const { value, fault } = readJson(parts.join(words.includes('--json') ? '' : '&'))
  return fault
    ? { error: `the request body of this command is not JSON: ${fault.message}` }
    : { value: argumentsIn(value) }
}

function optionOf(word: string): { option?: string; argument?: string } {
  const all = [...DATA, ...WITH_ARGUMENT]
  if (all.includes(word)) return { option: word }
  const [long, ...rest] = word.split('=')
  if (word.startsWith('--') && rest.length > 0 && long && all.includes(long))
    return { option: long, argument: rest.join('=') }
  const short = word.slice(0, 2)
  return /^-[a-zA-Z]./.test(word) && all.includes(short) ? { option: short, argument: word.slice(2) } : {}
}

/** Unwraps JSON-RPC and MCP requests. */
function argumentsIn(value: Json): Json {
  if (!isObject(value) || value.jsonrpc === undefined || !isObject(value.params)) return value
  const { args, arguments: others, input } = value.params
  return args ?? others ?? input ?? value.params
}

// biome-ignore format: table
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', "'": "'", '"': '"', '\\': '\\', a: '\x07', b: '\b', f: '\f', v: '\v' }

/** Returns undefined if a quote is open. */
function splitShellArguments(text: string): string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  let rest = text
  const take = (pattern: RegExp) => {
    const [found] = pattern.exec(rest) ?? []
    if (found !== undefined) rest = rest.slice(found.length)
    return found
  }
  while (rest !== '') {
    if (take(/^(?:\\\r?\n|[\s]+)/) !== undefined) {
      if (word !== undefined) words.push(word)
      word = undefined
      continue
    }
    const single = take(/^'[^']*'/)
    const ansi = single === undefined ? take(/^\$'(?:[^'\\]|\\[\s\S])*'/) : undefined
    const double = take(/^"(?:[^"\\]|\\[\s\S])*"/)
    const bare = take(/^(?:\\[\s\S]|[^\s'"\\$]|\$(?!'))+/)
    if ([single, ansi, double, bare].every((each) => each === undefined)) return undefined
    word =
      (word ?? '') +
      (single?.slice(1, -1) ?? '') +
      (ansi === undefined ? '' : unescaped(ansi.slice(2, -1))) +
      (double
        ?.slice(1, -1)
        .replaceAll(/\\(["\\$`]|\r?\n)/g, (_, each: string) => (each.endsWith('\n') ? '' : each)) ?? '') +
      (bare?.replaceAll(/\\([\s\S])/g, '$1') ?? '')
  }
  if (word !== undefined) words.push(word)
  return words
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[\s\S])/g, (_, code: string) =>
    /^[ux]./.test(code)
      ? String.fromCharCode(Number.parseInt(code.slice(1), 16))
      : (ESCAPES[code] ?? `\\${code}`),
  )
}
