import type { Issue } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { faultText, type JsonFault, readJson } from '../../kernel/json/read-json.ts'

/** Public skills have up to 1.2 MB: docx, pptx and xlsx of anthropics/skills. */
export const DOCUMENT_MAX_BYTES = 2 * 1024 * 1024
/** A schema may use 64 of these levels; the rest is the document around it. */
const DOCUMENT_MAX_DEPTH = 80

type ReadDocument = { document: JsonObject; issues?: undefined } | { document?: undefined; issues: Issue[] }

/** Parses a document's text within the limits of size and depth. Does not check its fields. */
export function readDocument(text: string): ReadDocument {
  if (isDocumentTooLarge(text)) return { issues: [TOO_LARGE] }
  const { value, fault } = readJson(text)
  if (fault) return { issues: [syntaxIssue(fault)] }
  if (!isObject(value)) return { issues: [NOT_AN_OBJECT] }
  const issue = depthIssue(value)
  return issue ? { issues: [issue] } : { document: value }
}

export function isDocumentTooLarge(text: string): boolean {
  return new TextEncoder().encode(text).length > DOCUMENT_MAX_BYTES
}

export const TOO_LARGE: Issue = {
  path: '',
  message: `The document is larger than ${DOCUMENT_MAX_BYTES / 1024 / 1024} MiB.`,
}

export const NOT_AN_OBJECT: Issue = { path: '', message: 'The document must be a JSON object.' }

export function syntaxIssue(fault: JsonFault): Issue {
  return { path: '', keyword: 'json', message: faultText(fault), params: { line: fault.line } }
}

export function writeDocument(document: Json): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

/**
 * Returns an issue for a document that is nested too deep or has a key “__proto__”; undefined for any other. Walks level by
 * level without recursion, since it protects recursive code.
 */
export function depthIssue(document: JsonObject): Issue | undefined {
  let level: Json[] = [document]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DOCUMENT_MAX_DEPTH) {
      return { path: '', message: `The document is nested deeper than ${DOCUMENT_MAX_DEPTH} levels.` }
    }
    // Code that copies objects would lose this property without an error.
    if (level.some((each) => isObject(each) && Object.hasOwn(each, '__proto__'))) {
      return { path: '', message: 'A property cannot be named “__proto__”.' }
    }
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return undefined
}
