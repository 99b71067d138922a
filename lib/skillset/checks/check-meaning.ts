/** Checks that descriptions and prompts are meaningful. See docs/spec/skillset-document.md §5. */
import type { Issue } from '../../errors.ts'
import { isObject, type Json, type JsonObject } from '../../json/json.ts'
import { objectEntries } from '../../json/json-pointer.ts'

const MIN_CHARACTERS = { description: 20, prompt: 40 } as const
const MIN_OWN_LETTERS = 10

export function checkMeaning(document: Json): Issue[] {
  const skills = objectEntries(isObject(document) ? document.skills : undefined)
  return skills.flatMap(([skill, index]) =>
    (['description', 'prompt'] as const).flatMap((key) => {
      const message = meaningError(skill, key)
      return message ? [{ path: `/skills/${index}/${key}`, keyword: 'meaning', message: message }] : []
    }),
  )
}

function meaningError(skill: JsonObject, key: keyof typeof MIN_CHARACTERS): string | undefined {
  const text = skill[key]
  if (typeof text !== 'string' || text === '') return undefined
  if ([...text.trim()].length < MIN_CHARACTERS[key]) {
    return `${key} must be at least ${MIN_CHARACTERS[key]} characters to be published: describe ${PURPOSE[key]}`
  }
  const name = lettersOf(typeof skill.name === 'string' ? skill.name : '')
  const own = name === '' ? lettersOf(text) : lettersOf(text).replaceAll(name, '')
  return own.length < MIN_OWN_LETTERS ? `${key} only repeats the name: describe ${PURPOSE[key]}` : undefined
}

const PURPOSE = {
  description: 'what the skill does',
  prompt: 'when to use the skill, and what its input and output are',
} as const

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
