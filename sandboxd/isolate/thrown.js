/**
 * Describes what a handler threw: an Error, a string, or `{code, message, recoverable, suggested_action, retry_after,
 * field}`, and the errors that led to it.
 */
import { isArray, stringify } from './intrinsics.js'

const MESSAGE_CHARS = 4000
const MAX_RELATED = 10

/** Describes the value for a frame. Never throws, although the value may be a proxy with any getters, and built-ins may be replaced. */
export function describeThrown(thrown) {
  return (
    tryRead(() => describe(thrown)) ?? {
      name: 'Error',
      message: 'The handler threw something that cannot be shown.',
    }
  )
}

function describe(thrown) {
  const related = relatedTo(thrown)
  return {
    ...summarise(thrown),
    ...(related.length > 0 && { related }),
    code: text(
      tryRead(() => thrown?.code),
      64,
    ),
    recoverable: bool(tryRead(() => thrown?.recoverable)),
    suggestedAction: text(
      tryRead(() => thrown?.suggested_action ?? thrown?.suggestedAction),
      500,
    ),
    retryAfter: tryRead(() => seconds(thrown?.retry_after ?? thrown?.retryAfter)),
    field: text(
      tryRead(() => thrown?.field),
      200,
    ),
  }
}

function summarise(thrown) {
  const stack = tryRead(() => thrown?.stack)
  return {
    name:
      text(
        tryRead(() => thrown?.name),
        100,
      ) || 'Error',
    message: messageOf(thrown),
    stack:
      typeof stack === 'string'
        ? stack
            .split('\n')
            .slice(0, 60)
            .join('\n')
            .slice(0, 2 * MESSAGE_CHARS)
        : '',
  }
}

/**
 * Lists the causes of an error, and the errors that it collects, each before its own causes. The kinds are those of
 * `RELATIONS` in lib/sandbox/read-frames.ts.
 */
export function relatedTo(thrown) {
  const related = []
  const seen = [thrown]
  const addAll = (owner) => {
    for (const [kind, error] of directlyRelated(owner)) {
      if (related.length >= MAX_RELATED) return
      if (seen.includes(error)) continue
      seen.push(error)
      related.push({ kind, ...summarise(error) })
      addAll(error)
    }
  }
  addAll(thrown)
  return related
}

function directlyRelated(owner) {
  if (typeof owner !== 'object' || owner === null) return []
  const cause = tryRead(() => owner.cause)
  const errors = tryRead(() => (owner instanceof AggregateError ? owner.errors : undefined))
  // A SuppressedError has what a block threw, and what disposing of its resources threw after it.
  const [error, suppressed] =
    tryRead(() =>
      owner instanceof globalThis.SuppressedError ? [owner.error, owner.suppressed] : undefined,
    ) ?? []
  return [
    ['cause', cause],
    ...(isArray(errors) ? errors.slice(0, MAX_RELATED).map((each) => ['error', each]) : []),
    ['error', error],
    ['suppressed', suppressed],
  ].filter(([, value]) => value !== undefined && value !== null)
}

function messageOf(thrown) {
  const message = text(
    tryRead(() => thrown?.message),
    MESSAGE_CHARS,
  )
  if (message) return message
  // Guarded, because on a proxy `instanceof` runs the publisher's code.
  if (tryRead(() => thrown instanceof Error)) return 'The handler threw an error without a message.'
  const shown =
    typeof thrown === 'object' && thrown !== null
      ? tryRead(() => stringify(thrown))
      : tryRead(() => String(thrown))
  return `The handler threw ${text(shown, MESSAGE_CHARS) ?? 'something that cannot be shown'}.`
}

function text(value, maxChars) {
  return typeof value === 'string' ? value.slice(0, maxChars) : undefined
}

function bool(value) {
  return typeof value === 'boolean' ? value : undefined
}

function seconds(value) {
  return typeof value === 'number' ? value : undefined
}

function tryRead(read) {
  try {
    return read()
  } catch {
    return undefined
  }
}
