/**
 * Describes the address of a request without what it is about. A part of a path stays only if it is written in the code that
 * sends the request; everything else comes from an input, a setting or a response, and is replaced by the name of its kind. So
 * a template holds nobody's data, and code has no more templates than it has texts.
 */

export type TemplateSource = {
  /** The texts of the code: a part that stands in one of them, next to a slash, stays. */
  code: readonly string[]
  parameters?: unknown
  config?: unknown
}

export type PathTemplate = {
  /** Such as "/v1/users/{input}/orders/{number}"; a path with more parts ends with "/…". */
  path: string
  /** Names without values, sorted. Names that are not in the code are "{name}". */
  query: string[]
}

export type PathTemplates = {
  describe(url: URL): PathTemplate
  /** Returns whether the text, such as a host, is written in the code. */
  isInCode(text: string, options?: { ignoresCase?: boolean }): boolean
}

const MAX_PARTS = 10
const MAX_PART_CHARS = 48
const MAX_QUERY_NAMES = 12

/** Searches the code once for each part, since a run may send thousands of similar requests. */
export function openPathTemplates({ code, parameters, config }: TemplateSource): PathTemplates {
  const inputs = collectTexts(parameters)
  const settings = collectTexts(config)
  const known = new Map<string, string>()

  function describePart(part: string): string {
    const before = known.get(part)
    if (before !== undefined) return before
    const described = chooseLabel(part)
    known.set(part, described)
    return described
  }

  function chooseLabel(part: string): string {
    const isWritten = part.length <= MAX_PART_CHARS && code.some((text) => isPathPartIn(text, part))
    if (isWritten) return part
    const text = decode(part).toLowerCase()
    if (text.includes('sbxsec_')) return '{secret}'
    if (isOrContains(text, inputs)) return '{input}'
    if (isOrContains(text, settings)) return '{setting}'
    if (/^[\d.,:+-]+$/.test(text)) return '{number}'
    return isIdentifier(text) ? '{id}' : '{text}'
  }

  let lowered: string[] | undefined
  const isInCode = (text: string, { ignoresCase = false } = {}) => {
    if (ignoresCase) lowered ??= code.map((each) => each.toLowerCase())
    return (ignoresCase ? (lowered ?? []) : code).some((each) => each.includes(text))
  }
  return {
    isInCode,
    describe(url) {
      const parts = url.pathname.split('/').slice(1)
      const described = parts.slice(0, MAX_PARTS).map((part) => (part === '' ? '' : describePart(part)))
      const names = [...new Set(url.searchParams.keys())].map((name) =>
        name.length <= MAX_PART_CHARS && isInCode(name) ? name : '{name}',
      )
      return {
        path: `/${[...described, ...(parts.length > MAX_PARTS ? ['…'] : [])].join('/')}`,
        query: [...new Set(names)].sort().slice(0, MAX_QUERY_NAMES),
      }
    },
  }
}

/** A single letter is in every code, so a part must stand whole, next to a slash. */
function isPathPartIn(code: string, part: string): boolean {
  for (let at = code.indexOf(part); at >= 0; at = code.indexOf(part, at + 1)) {
    const [before = '', after = ''] = [code[at - 1], code[at + part.length]]
    const isWhole = !isWordCharacter(before) && !isWordCharacter(after)
    if (isWhole && (before === '/' || after === '/')) return true
  }
  return false
}

function isWordCharacter(character: string): boolean {
  return /[\p{L}\p{N}_%-]/u.test(character)
}

const MAX_TEXTS = 200
const MIN_CONTAINED_CHARS = 4

function isOrContains(text: string, values: ReadonlySet<string>): boolean {
  if (values.has(text)) return true
  for (const value of values) if (value.length >= MIN_CONTAINED_CHARS && text.includes(value)) return true
  return false
}

/** Returns the texts and numbers of a JSON value, in lower case: the first ones of a large value. */
function collectTexts(value: unknown): Set<string> {
  const texts = new Set<string>()
  const open: unknown[] = [value]
  while (open.length > 0 && texts.size < MAX_TEXTS) {
    const next = open.pop()
    if (typeof next === 'string' || typeof next === 'number') {
      const text = String(next).toLowerCase()
      if (text !== '' && text.length <= 500) texts.add(text)
    } else if (typeof next === 'object' && next !== null)
      open.push(...Object.values(next).slice(0, MAX_TEXTS))
  }
  return texts
}

function isIdentifier(text: string): boolean {
  const hasDigit = /\d/.test(text)
  return /^[0-9a-f]{8}-[0-9a-f-]{20,}$/.test(text) || (hasDigit && /^[\w=+-]{8,}$/.test(text))
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
