/**
 * Rewrites an ECMAScript pattern for RE2, token by token. See ECMA-262 §22.2.1 with Annex B and the RE2
 * syntax page.
 */

// What `\s` matches in ECMA-262: WhiteSpace and LineTerminator.
const SPACE =
  '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
// The complement, spelled out because RE2 has no negation inside a class.
const NOT_SPACE =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}' +
  '\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}'
const NOT_LINE_END = '[^\\n\\r\\x{2028}\\x{2029}]'

// biome-ignore format: table
const CATEGORIES: Record<string, string | undefined> = {
  Any: 'Any', Letter: 'L', Uppercase_Letter: 'Lu', Lowercase_Letter: 'Ll', Titlecase_Letter: 'Lt', Modifier_Letter: 'Lm',
  Other_Letter: 'Lo', Mark: 'M', Nonspacing_Mark: 'Mn', Spacing_Mark: 'Mc', Enclosing_Mark: 'Me', Number: 'N',
  Decimal_Number: 'Nd', digit: 'Nd', Letter_Number: 'Nl', Other_Number: 'No', Punctuation: 'P', punct: 'P',
  Connector_Punctuation: 'Pc', Dash_Punctuation: 'Pd', Open_Punctuation: 'Ps', Close_Punctuation: 'Pe',
  Initial_Punctuation: 'Pi', Final_Punctuation: 'Pf', Other_Punctuation: 'Po', Symbol: 'S', Math_Symbol: 'Sm',
  Currency_Symbol: 'Sc', Modifier_Symbol: 'Sk', Other_Symbol: 'So', Separator: 'Z', Space_Separator: 'Zs',
  Line_Separator: 'Zl', Paragraph_Separator: 'Zp', Control: 'Cc', Format: 'Cf',
}

/** Throws a readable message for an invalid or unsupported pattern. */
export function toRe2Pattern(pattern: string): string {
  const isUnicode = requireValid(pattern)
  let written = ''
  let rest = pattern
  let isInClass = false
  while (rest !== '') {
    const [token] = (isInClass ? CLASS_TOKEN : TOKEN).exec(rest) as RegExpExecArray
    rest = rest.slice(token.length)
    if (isInClass) {
      isInClass = token !== ']'
      written += token.length > 1 ? escapeInClass(token, isUnicode) : token === '[' ? '\\[' : token
    } else if (token === '[') {
      const [opening] = /^\^?\]?/.exec(rest) as RegExpExecArray
      if (opening === ']') written += '[^\\x{0}-\\x{10ffff}]'
      else if (opening === '^]') written += '[\\x{0}-\\x{10ffff}]'
      else written += token + opening
      isInClass = !opening.endsWith(']')
      rest = rest.slice(opening.length)
    } else written += outsideClass(token, isUnicode)
  }
  return written
}

/** Constructing a RegExp does not run it. */
function requireValid(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch (thrown) {
    try {
      // Annex B allows "\-" and the like, which many schemas use.
      new RegExp(pattern)
      return false
    } catch {
      throw new Error((thrown as Error).message.replace(/^Invalid regular expression: /, ''))
    }
  }
}

const ESCAPE =
  '\\\\(?:u\\{[0-9a-fA-F]+\\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[pP]\\{[^}]*\\}|k<[^>]*>|[^])'
const CLASS_TOKEN = new RegExp(
  `^(?:\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}|${ESCAPE}|[^])`,
  'u',
)
const TOKEN = new RegExp(`^(?:\\(\\?<?[=!]|\\(\\?<|\\(\\?|${CLASS_TOKEN.source.slice(4)}`, 'u')

function outsideClass(token: string, isUnicode: boolean): string {
  if (/^\(\?<?[=!]$/.test(token)) throw new Error('lookahead and lookbehind are not supported')
  if (token === '(?<') return '(?P<'
  if (token === '.') return NOT_LINE_END
  if (!token.startsWith('\\')) return token
  if (token === '\\s') return `[${SPACE}]`
  if (token === '\\S') return `[^${SPACE}]`
  if (token === '\\b' || token === '\\B') return token
  if (/^\\([1-9]|k<)/.test(token)) throw new Error('backreferences are not supported')
  return escaped(token, isUnicode)
}

function escapeInClass(token: string, isUnicode: boolean): string {
  if (!token.startsWith('\\')) return token
  if (token === '\\s') return SPACE
  if (token === '\\S') return NOT_SPACE
  return token === '\\b' ? '\\x{8}' : escaped(token, isUnicode)
}

function escaped(token: string, isUnicode: boolean): string {
  const body = token.slice(1)
  if (/^[dDwWtnvfr]$/.test(body)) return token
  if (/^[pP]\{/.test(body) && isUnicode) return `\\${body[0]}{${propertyOf(body.slice(2, -1))}}`
  const code = decodeEscape(body, isUnicode)
  return code === undefined ? literal(body) : `\\x{${code.toString(16)}}`
}

function decodeEscape(body: string, isUnicode: boolean): number | undefined {
  if (body === '0') return 0
  if (body.length === 11) return JSON.parse(`"\\${body}"`).codePointAt(0)
  if (/^u\{/.test(body)) return isUnicode ? Number.parseInt(body.slice(2), 16) : undefined
  if (/^u.{4}$/.test(body)) return Number.parseInt(body.slice(1), 16)
  if (/^x.{2}$/.test(body)) return Number.parseInt(body.slice(1), 16)
  return /^c[A-Za-z]$/.test(body) ? body.charCodeAt(1) % 32 : undefined
}

function propertyOf(name: string): string {
  const [key = '', value = ''] = name.split('=')
  const isCategory = key === 'General_Category' || key === 'gc' || value === ''
  const plain = value || key
  return isCategory ? (CATEGORIES[plain] ?? plain) : plain
}

function literal(characters: string): string {
  return [...characters]
    .map((each) => (/[A-Za-z0-9]/.test(each) ? each : `\\x{${each.codePointAt(0)?.toString(16)}}`))
    .join('')
}
