/**
 * The text of a SkillSet document, as it is typed, uploaded or sent: is it JSON, and of a bearable size?
 *
 * Ground; also in the browser. Says nothing of rules: a working copy may be as incomplete as it likes.
 */
import type { Issue } from '../../errors.ts'
import { isObject, type Json, type JsonObject } from '../json/json.ts'
import { faultText, readJson } from '../json/read-json.ts'

/** A page of code is 4 KiB; the largest SkillSet we have seen is a tenth of this. */
export const DOCUMENT_MAX_BYTES = 1024 * 1024
/** 64 levels for a schema, and the way down to it. */
const DOCUMENT_MAX_DEPTH = 80

type ReadDocument = { document: JsonObject; issues?: undefined } | { document?: undefined; issues: Issue[] }

export function readDocument(text: string): ReadDocument {
  if (new TextEncoder().encode(text).length > DOCUMENT_MAX_BYTES) return refused('is larger than 1 MiB')
  const { value, fault } = readJson(text)
  if (fault) {
    const issue = { path: '', keyword: 'json', message: faultText(fault), params: { line: fault.line } }
    return { issues: [issue] }
  }
  if (!isObject(value)) return refused('must be a JSON object')
  const issue = depthIssue(value)
  return issue ? { issues: [issue] } : { document: value }
}

/** The text of a document, as it is downloaded: what was uploaded comes back in the same order. */
export function writeDocument(document: Json): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

function refused(message: string): ReadDocument {
  return { issues: [{ path: '', message: `The document ${message}.` }] }
}

// Level by level instead of recursion: this is what guards everything that recurses.
function depthIssue(document: JsonObject): Issue | undefined {
  let level: Json[] = [document]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DOCUMENT_MAX_DEPTH) {
      return { path: '', message: `The document is nested deeper than ${DOCUMENT_MAX_DEPTH} levels.` }
    }
    // Storage and half of the world's code would lose such a property without a word.
    if (level.some((each) => isObject(each) && Object.hasOwn(each, '__proto__'))) {
      return { path: '', message: 'No property can be called “__proto__”.' }
    }
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return undefined
}
