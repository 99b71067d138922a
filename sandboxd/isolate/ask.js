import { parse, stringify } from './intrinsics.js'
import { jsonText } from './json-text.js'

export function createHostCaller(calls) {
  return async (method, params, subject = 'The arguments are') =>
    readReply(await calls.ask(callText(method, params, subject)))
}

/** As `createHostCaller` for parts of blobs: the function takes bytes, and resolves with `{value, bytes}`. */
export function createPartCaller(calls) {
  return async (method, params, part) => {
    const { text, bytes } = await calls.askForPart(callText(method, params, 'The arguments are'), part)
    return { value: readReply(text), bytes }
  }
}

function callText(method, params, subject) {
  return `{"method":${stringify(method)},"params":${jsonText(params, subject)}}`
}

function readReply(text) {
  const { value, error } = parse(text)
  if (error) throw callError(error)
  return value
}

function callError({ name, message, ...rest }) {
  const error = new Error(message)
  error.name = name
  return Object.assign(error, rest)
}
