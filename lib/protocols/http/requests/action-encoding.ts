/**
 * The values of a server action as React writes them (`processReply` of react-server-dom): JSON, in which a text that
 * begins with "$" stands for what JSON lacks. React's decoder throws for anything that its encoder would not have written,
 * and Next answers 500. So everything else is refused here first, and of what React can write also that which no page
 * sends: streams, promises, typed arrays, functions. `action-encoding.test.ts` compares this with React's decoder.
 */
import { AppError } from '../../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../../kernel/json/json.ts'
import { readJson } from '../../../kernel/json/read-json.ts'

/** Of the body, by their names. React counts in decimals, and refers to parts in hexadecimals. */
type Parts = Map<string, FormDataEntryValue>

const MAX_ARGUMENTS = 1_000
/** React's limit for the texts and values of a list with its lists (`arraySizeLimit`). Objects do not count. */
const MAX_LIST_SIZE = 1_000_000
/** No body is longer. Values that are referred to count each time, because an action may visit each of them. */
const MAX_SIZE = 4 * 1024 * 1024
/** Only forms have more than one part, and few forms have values that refer to others. */
const MAX_NESTING = 100

/** Texts that stand for one value. */
const VALUE =
  /^\$(?:\$.*|undefined|NaN|-?Infinity|-0|n-?\d{1,299}|D(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/s
/** A map, a set, a file or a form in a part of its own. */
const PART = /^\$([QWBK])([1-9a-f][0-9a-f]{0,3})$/
/** A value that occurs for the second time, by the path of the first: "$0:1:name". */
const PATH = /^\$(0|[1-9a-f][0-9a-f]{0,3})((?::[^:]*)+)$/
/** An event or another object of a class, which the server cannot read. Actions ignore an event. */
const OPAQUE = '$T'

/** Throws INVALID_INPUT unless the text is a list of arguments that React could decode. */
export function requireDecodableText(text: string): void {
  requireDecodable(new Map([['0', text]]), '0')
}

/** As `requireDecodableText`, for arguments in several parts, as a page with JavaScript sends them. */
export function requireDecodableForm(form: FormData): void {
  const parts: Parts = new Map()
  let last = ''
  for (const [name, value] of form) {
    last = name
    // The fields of forms.
    if (/^_[0-9a-f]+_/.test(name)) continue
    if (!/^(?:0|[1-9]\d*)$/.test(name)) throw invalidFormError('a part has an unknown name')
    if (parts.has(name)) throw invalidFormError('two parts have the same name')
    parts.set(name, value)
  }
  // Next decodes the arguments while it reads, so all that they refer to comes before.
  if (last !== '0') throw invalidFormError('the arguments are not the last part')
  requireDecodable(parts, '0')
}

/** As Next requires it, so that it finds the action. */
const BOUND_ACTION = /^\{"id":"[0-9a-f]+","bound":(?:null|"\$@([1-9a-f][0-9a-f]{0,3})")\}$/

/** As `requireDecodableText`, for the arguments that a form carries along for a page without JavaScript. */
export function requireDecodableFields(form: FormData): void {
  for (const name of form.keys()) {
    if (!name.startsWith('$ACTION_REF_')) continue
    const prefix = `$ACTION_${name.slice('$ACTION_REF_'.length)}:`
    const parts: Parts = new Map()
    for (const [part, value] of form) if (part.startsWith(prefix)) parts.set(part.slice(prefix.length), value)
    const action = parts.get('0')
    const match = typeof action === 'string' ? BOUND_ACTION.exec(action) : null
    if (!match) throw invalidFormError('a form does not name its action')
    if (match[1] !== undefined) requireDecodable(parts, String(Number.parseInt(match[1], 16)), true)
  }
}

/** What React counts of a list and the lists in it. It accepts any number in lists of one value. */
type ListSize = { size: number; isFork: boolean }

function requireDecodable(parts: Parts, root: string, isOfForm = false): void {
  const models = new Map<string, Json>()
  /** The sizes of lists and objects that are read, because later values may refer to them. */
  const sizes = new Map<Json, number>()
  const listSizes = new Map<string, ListSize>()
  const args = readPart(root, 0)
  if (!Array.isArray(args) || args.length > MAX_ARGUMENTS)
    throw invalidFormError(`the body is not a list of at most ${MAX_ARGUMENTS} arguments`)

  function readPart(name: string, depth: number): Json {
    const text = parts.get(name)
    if (typeof text !== 'string') throw invalidFormError('it refers to a part that was not sent')
    if (depth > MAX_NESTING) throw invalidFormError(`its parts are nested more than ${MAX_NESTING} deep`)
    const { value, fault } = readJson(text)
    if (fault) throw invalidFormError('a part is not JSON')
    if (models.has(name)) throw invalidFormError('two values are in the same part')
    models.set(name, value)
    const listSize = { size: 0, isFork: false }
    listSizes.set(name, listSize)
    const isArguments = name === root && !isOfForm
    if (Array.isArray(value)) sizes.set(value, visitList(value, listSize, depth, isArguments))
    return value
  }

  /** Returns the number of values and characters. */
  function visit(value: Json, list: ListSize | null, depth: number): number {
    if (typeof value === 'string') {
      if (value.startsWith('$')) return visitEncoded(value, list, depth)
      addToList(list, value.length)
      return 1 + value.length
    }
    if (value === null || typeof value !== 'object') return 1
    const size = Array.isArray(value)
      ? visitList(value, list ?? { size: 0, isFork: false }, depth)
      : sum(Object.values(value).map((property) => visit(property, null, depth)))
    sizes.set(value, size)
    return size
  }

  function visitList(values: Json[], list: ListSize, depth: number, isArguments = false): number {
    addToList(list, values.length + 1, values.length > 1)
    return sum(values.map((value) => (isArguments && value === OPAQUE ? 1 : visit(value, list, depth))))
  }

  function visitEncoded(text: string, list: ListSize | null, depth: number): number {
    if (VALUE.test(text)) {
      if (text.startsWith('$D') && Number.isNaN(Date.parse(text.slice(2)))) throw unknownValueError()
      addToList(list, text.length)
      return 1 + text.length
    }
    const [, kind = '', id = ''] = PART.exec(text) ?? []
    if (kind) return visitPart(kind, String(Number.parseInt(id, 16)), depth)
    const [, part, path = ''] = PATH.exec(text) ?? []
    if (part === undefined) throw unknownValueError()
    const name = String(Number.parseInt(part, 16))
    const value = valueAt(models.get(name), path.slice(1).split(':'))
    const isEncoded = typeof value === 'string' && PART.test(value)
    // A value that is not read yet contains this one, and visiting it would never end.
    const size = isEncoded ? 1 : sizes.get(value as Json)
    if (size === undefined) throw invalidFormError('it refers to a value that was not sent')
    const ofPart = listSizes.get(name)
    if (Array.isArray(value) && ofPart) addToList(list, ofPart.size, ofPart.isFork)
    return requireSmall(size)
  }

  function visitPart(kind: string, name: string, depth: number): number {
    if (kind === 'K') return 1
    if (kind === 'B') {
      if (parts.get(name) instanceof Blob) return 1
      throw invalidFormError('a part is not a file')
    }
    const value = readPart(name, depth + 1)
    if (!Array.isArray(value)) throw invalidFormError('a part is not a list')
    if (kind === 'Q' && !value.every((entry) => Array.isArray(entry)))
      throw invalidFormError('a part is not a list of entries')
    return sizes.get(value) ?? 0
  }
}

function addToList(list: ListSize | null, size: number, isFork = false): void {
  if (!list) return
  list.size += size
  list.isFork ||= isFork
  if (list.size > MAX_LIST_SIZE && list.isFork) throw invalidFormError('a list is too large')
}

function sum(sizes: number[]): number {
  return requireSmall(sizes.reduce((total, size) => total + size, 1))
}

function requireSmall(size: number): number {
  if (size > MAX_SIZE) throw invalidFormError('its values are too large')
  return size
}

/** Returns undefined if there is no such value of its own. */
function valueAt(model: Json | undefined, path: string[]): Json | undefined {
  let value = model
  for (const name of path) {
    if (!Array.isArray(value) && !isObject(value)) return undefined
    // React drops this name.
    if (name === '__proto__' || !Object.hasOwn(value, name)) return undefined
    value = (value as JsonObject)[name]
  }
  return value
}

function unknownValueError(): AppError {
  return invalidFormError('it contains a value of an unknown kind')
}

export function invalidFormError(reason: string): AppError {
  return new AppError('INVALID_INPUT', {
    message: `Invalid form data: ${reason}.`,
    suggestedAction: 'Reload the page and try again.',
  })
}
