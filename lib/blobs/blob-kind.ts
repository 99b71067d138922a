/** Reads declared MIME types: RFC 9110 §8.3.1 and RFC 6838 §4.2, which allows 127 characters per name. */
import { AppError } from '../kernel/errors.ts'

type BlobKind = {
  /** "text/csv" or "text/plain; charset=utf-8", in lower case. */
  kind: string
  isBase64: boolean
}

export const UNKNOWN_KIND = 'application/octet-stream'

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]"
const NAME = new RegExp(`^${TOKEN}{1,127}/${TOKEN}{1,127}$`)
const PARAMETER = new RegExp(`^${TOKEN}+=(${TOKEN}+|"[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]*")$`)
const MAX_CHARS = 255

/** Throws INVALID_INPUT for anything but a MIME type. `isBase64` comes from the parameter of a data URL. */
export function parseBlobKind(given: unknown): BlobKind {
  const [name = '', ...rest] = typeof given === 'string' ? splitParameters(given) : []
  const parameters = rest.filter((each) => each.toLowerCase() !== 'base64')
  const isKind = NAME.test(name) && parameters.every((each) => PARAMETER.test(each))
  if (!isKind || String(given).length > MAX_CHARS) {
    throw new AppError('INVALID_INPUT', {
      message: 'The kind must be a MIME type, such as “text/plain” or “application/json”.',
      issues: [{ path: '/kind', keyword: 'format', message: 'must be a MIME type' }],
    })
  }
  return {
    kind: [name.toLowerCase(), ...parameters].join('; '),
    isBase64: parameters.length < rest.length,
  }
}

function splitParameters(text: string): string[] {
  return (text.match(/(?:"[^"]*"|[^;"])+/g) ?? []).map((part) => part.trim())
}

// Many types of text are registered outside of text/.
const TEXTUAL =
  /^(text\/.+|application\/(json|xml|javascript|ecmascript|typescript|yaml|x-yaml|toml|sql|graphql|x-ndjson|jsonl|x-sh|x-www-form-urlencoded|rtf|x-tex)|.+\+(json|xml|yaml))$/

export function isTextualKind(kind: string): boolean {
  return TEXTUAL.test(bareKind(kind))
}

/** Returns the type without parameters: "text/csv" for "text/csv; charset=utf-8". */
export function bareKind(kind: string): string {
  return (kind.split(';', 1)[0] ?? '').trim().toLowerCase()
}
