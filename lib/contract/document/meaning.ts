/**
 * Whether the texts that people and models choose by say something.
 *
 * Ground; also in the browser. Source: specification "Product", Life of a version: description at least 20 and
 * prompt at least 40 characters, and not just the name.
 */
import type { Issue } from '../../errors.ts'
import { eachObject } from '../json/each-object.ts'
import { isObject, type Json, type JsonObject } from '../json/json.ts'

const MIN_CHARACTERS = { description: 20, prompt: 40 } as const
// What is left of a text without the name has to be worth a few words.
const MIN_OWN_LETTERS = 10

/** Texts of skills that would not help anyone to choose them. Empty ones are for other rules. */
export function checkMeaning(document: Json): Issue[] {
  const skills = eachObject(isObject(document) ? document.skills : undefined)
  return skills.flatMap(([skill, index]) =>
    (['description', 'prompt'] as const).flatMap((key) => {
      const says = whyNotMeaningful(skill, key)
      return says ? [{ path: `/skills/${index}/${key}`, keyword: 'meaning', message: says }] : []
    }),
  )
}

function whyNotMeaningful(skill: JsonObject, key: keyof typeof MIN_CHARACTERS): string | undefined {
  const text = skill[key]
  if (typeof text !== 'string' || text === '') return undefined
  if ([...text.trim()].length < MIN_CHARACTERS[key]) {
    return `${key} must be at least ${MIN_CHARACTERS[key]} characters to be published: say ${PURPOSE[key]}`
  }
  const name = lettersOf(typeof skill.name === 'string' ? skill.name : '')
  const own = name === '' ? lettersOf(text) : lettersOf(text).replaceAll(name, '')
  return own.length < MIN_OWN_LETTERS ? `${key} only repeats the name: say ${PURPOSE[key]}` : undefined
}

const PURPOSE = {
  description: 'what the skill does',
  prompt: 'when to use the skill, what it takes and what it returns',
} as const

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
