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
  /** Such as "/v1/users/{input}/orders/{id}"; a path with more parts ends with "/…". */
  path: string
  /** Names without values, sorted. Names that are not in the code are "{name}". */
  query: string[]
}

export type PathTemplates = {
  describe(url: URL): PathTemplate
  /** Returns whether the text, such as a name, is written in the code. */
  isInCode(text: string, options?: { ignoresCase?: boolean }): boolean
  /** Returns whether the host is written in the code as a whole, not only as a part of another one. */
  isHostInCode(host: string): boolean
}

const MAX_PARTS = 10
const MAX_PART_CHARS = 48
const MAX_QUERY_NAMES = 12

/** Searches the code once for each part, since a run may send thousands of similar requests. */
export function openPathTemplates({ code, parameters, config }: TemplateSource): PathTemplates {
  const inputs = collectTexts(parameters)
  const settings = collectTexts(config)
  const known = new Map<string, string>()

  /** `before` is what stands before the slash, "" for a replaced part. */
  function describePart(part: string, before: string): string {
    const key = `${before}/${part}`
    const found = known.get(key)
    if (found !== undefined) return found
    const described = chooseLabel(part, before)
    known.set(key, described)
    return described
  }

  function chooseLabel(part: string, before: string): string {
    if (part.length <= MAX_PART_CHARS && code.some((text) => isPathPartIn(text, part, before))) return part
    const text = decode(part).toLowerCase()
    if (text.includes('sbxsec_')) return '{secret}'
    if (isOrContains(text, inputs)) return '{input}'
    if (isOrContains(text, settings)) return '{setting}'
    return '{id}'
  }

  let lowered: string[] | undefined
  const isInCode = (text: string, { ignoresCase = false } = {}) => {
    if (ignoresCase) lowered ??= code.map((each) => each.toLowerCase())
    return (ignoresCase ? (lowered ?? []) : code).some((each) => each.includes(text))
  }
  return {
    isInCode,
    isHostInCode: (host) => host !== '' && code.some((text) => isWholeHostIn(text, host)),
    describe(url) {
      const parts = url.pathname.split('/').slice(1)
      const described: string[] = []
      let before = url.host
      for (const part of parts.slice(0, MAX_PARTS)) {
        const label = part === '' ? '' : describePart(part, before)
        described.push(label)
        before = label === part ? part : ''
      }
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

const HOST_CHARACTER = /[\w.-]/

function isWholeHostIn(code: string, host: string): boolean {
  for (let at = code.indexOf(host); at >= 0; at = code.indexOf(host, at + 1)) {
    const around = [code[at - 1] ?? '', code[at + host.length] ?? '']
    if (!around.some((each) => HOST_CHARACTER.test(each))) return true
  }
  return false
}

/**
 * Returns whether the part stands in the code at such a place: after the part before it, as in "v1/users", or at the beginning of
 * a text, as in "'/users" or "'users/". Else an input that equals a text of the code would look like one.
 */
function isPathPartIn(code: string, part: string, before: string): boolean {
  for (let at = code.indexOf(part); at >= 0; at = code.indexOf(part, at + 1)) {
    const after = code[at + part.length] ?? ''
    if (isWordCharacter(after)) continue
    const hasSlash = code[at - 1] === '/'
    const start = hasSlash ? at - 1 : at
    if (hasSlash && before !== '' && code.endsWith(before, start)) return true
    if (TEXT_BEGINS.test(code[start - 1] ?? '') && (hasSlash || after === '/')) return true
  }
  return false
}

const TEXT_BEGINS = /['"`}]/

function isWordCharacter(character: string): boolean {
  return /[\p{L}\p{N}_%-]/u.test(character)
}

const MAX_TEXTS = 200
const MIN_CONTAINED_CHARS = 6

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

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
