/** What another document would change in the draft, as sentences. Pure. */
import { isObject, type Json, type JsonObject } from '#lib/contract/json/json.ts'
import { listAt, textAt } from './edit-document.ts'

export function replacedParts(before: Json, after: Json): string[] {
  return [...skillSentences(before, after), ...otherSentences(asObject(before), asObject(after))]
}

function skillSentences(before: Json, after: Json): string[] {
  const [old, now] = [skillsOf(before), skillsOf(after)]
  const named = (slugs: string[]) => slugs.map((slug) => `“${slug}”`).join(', ')
  const removed = [...old.keys()].filter((slug) => !now.has(slug))
  const added = [...now.keys()].filter((slug) => !old.has(slug))
  const changed = [...now]
    .filter(([slug, text]) => old.has(slug) && old.get(slug) !== text)
    .map(([slug]) => slug)
  const isReordered = [...old.keys()].join() !== [...now.keys()].join() && removed.length + added.length === 0
  return [
    ...(removed.length > 0 ? [`Skills that go: ${named(removed)}`] : []),
    ...(added.length > 0 ? [`Skills that come: ${named(added)}`] : []),
    ...(changed.length > 0 ? [`Skills that change: ${named(changed)}`] : []),
    ...(isReordered ? ['The skills stand in another order'] : []),
  ]
}

function skillsOf(document: Json): Map<string, string> {
  return new Map(listAt(document, '/skills').map((skill) => [textAt(skill, '/slug'), JSON.stringify(skill)]))
}

function otherSentences(before: JsonObject, after: JsonObject): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => key !== 'skills')
  return keys
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => sentenceOf(key, before[key], after[key]))
}

const SHORT_CHARS = 60

function sentenceOf(key: string, before: Json | undefined, after: Json | undefined): string {
  if (before === undefined || before === '') return `${key} is added`
  if (after === undefined) return `${key} goes`
  const isShort = [before, after].every((value) => typeof value === 'string' && value.length <= SHORT_CHARS)
  return isShort ? `${key}: “${before}” becomes “${after}”` : `${key} changes`
}

function asObject(document: Json): JsonObject {
  return isObject(document) ? document : {}
}
