/**
 * Describes what a handler threw: an Error, a string, or `{code, message, recoverable, suggested_action, retry_after}`.
 */
import { stringify } from './intrinsics.js'

const MESSAGE_CHARS = 4000

/** Never throws: the value may be a proxy with arbitrary getters, and built-ins may be replaced. */
export function describeThrown(thrown) {
  return (
    tryRead(() => describe(thrown)) ?? {
      name: 'Error',
      message: 'The handler threw something that cannot be shown.',
    }
  )
}

function describe(thrown) {
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
  }
}

function messageOf(thrown) {
  const message = text(
    tryRead(() => thrown?.message),
    MESSAGE_CHARS,
  )
  if (message) return message
  // On a proxy this runs the publisher's code.
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
