/**
 * Asks Guildhall for something: another skill, a tool, a blob. What it refuses is thrown, with the code of the
 * one table of errors.
 *
 * A courtesy, like everything in here: who asks, and whether they may, is decided outside.
 */
import { parse, stringify } from './intrinsics.js'
import { jsonText } from './json-text.js'

/** Makes `ask(method, params)`; `subject` is how a sentence about params that are not JSON begins. */
export function makeAsk(calls) {
  return async (method, params, subject = 'The arguments are') => {
    const text = await calls.ask(`{"method":${stringify(method)},"params":${jsonText(params, subject)}}`)
    const { value, error } = parse(text)
    if (error) throw refusal(error)
    return value
  }
}

function refusal({ name, message, ...rest }) {
  const error = new Error(message)
  error.name = name
  return Object.assign(error, rest)
}
