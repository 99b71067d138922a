import { parse, stringify } from './intrinsics.js'
import { jsonText } from './json-text.js'

export function createHostCaller(calls) {
  return async (method, params, subject = 'The arguments are') => {
    const text = await calls.ask(`{"method":${stringify(method)},"params":${jsonText(params, subject)}}`)
    const { value, error } = parse(text)
    if (error) throw callError(error)
    return value
  }
}

function callError({ name, message, ...rest }) {
  const error = new Error(message)
  error.name = name
  return Object.assign(error, rest)
}
