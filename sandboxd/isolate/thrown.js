/** Describes what a handler threw, whatever it is: Error, string, `{code, message, recoverable, suggested_action}`. */
import { stringify } from './intrinsics.js'

const MESSAGE_CHARS = 4000

/** Never throws itself: an error object may be a proxy with getters that do anything, and built-ins may be replaced. */
export function describeThrown(thrown) {
  return (
    safely(() => describe(thrown)) ?? {
      name: 'Error',
      message: 'The handler threw something that cannot be shown.',
    }
  )
}

function describe(thrown) {
  const stack = safely(() => thrown?.stack)
  return {
    name:
      text(
        safely(() => thrown?.name),
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
      safely(() => thrown?.code),
      64,
    ),
    recoverable: bool(safely(() => thrown?.recoverable)),
    suggestedAction: text(
      safely(() => thrown?.suggested_action ?? thrown?.suggestedAction),
      500,
    ),
  }
}

function messageOf(thrown) {
  const message = text(
    safely(() => thrown?.message),
    MESSAGE_CHARS,
  )
  if (message) return message
  // A proxy answers this with code of its own.
  if (safely(() => thrown instanceof Error)) return 'The handler threw an error without a message.'
  const shown =
    typeof thrown === 'object' && thrown !== null
      ? safely(() => stringify(thrown))
      : safely(() => String(thrown))
  return `The handler threw ${text(shown, MESSAGE_CHARS) ?? 'something that cannot be shown'}.`
}

function text(value, maxChars) {
  return typeof value === 'string' ? value.slice(0, maxChars) : undefined
}

function bool(value) {
  return typeof value === 'boolean' ? value : undefined
}

function safely(read) {
  try {
    return read()
  } catch {
    return undefined
  }
}
