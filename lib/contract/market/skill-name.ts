/** Names: publisher.skillset.skill, and handles. Ground; also in the browser. */
import { RESERVED_HANDLES } from './reserved-handles.ts'

export type SkillName = { publisher: string; skillSet: string; skill: string }

const SEGMENT = /^[a-z0-9_]{1,64}$/

export function isSlug(text: string): boolean {
  return SEGMENT.test(text)
}

/** The three segments of "a.b.c"; null when it is not such a name. */
export function parseSkillName(text: unknown): SkillName | null {
  if (typeof text !== 'string') return null
  const [publisher = '', skillSet = '', skill = '', ...more] = text.split('.')
  if (more.length > 0 || ![publisher, skillSet, skill].every(isSlug)) return null
  return { publisher, skillSet, skill }
}

export function formatSkillName({ publisher, skillSet, skill }: SkillName): string {
  return `${publisher}.${skillSet}.${skill}`
}

/** First-party tools have two segments, under the names that no publisher can have. */
const TOOL = /^(vault|editor|workspace|commands|util)\.[a-z][A-Za-z]{0,63}$/

/** "vault.readFile"; whether there is such a tool is for `lib/tools` to say. */
export function isToolName(text: unknown): boolean {
  return typeof text === 'string' && TOOL.test(text)
}

/** What a run can be asked of by name: a skill or a tool. */
export function isCallableName(text: unknown): boolean {
  return isToolName(text) || parseSkillName(text) !== null
}

/** Why `handle` cannot be claimed; undefined when it can (as far as its text tells). */
export function whyNotHandle(handle: string): string | undefined {
  if (!isSlug(handle)) return 'A handle is 1-64 characters: lowercase letters, digits and underscores.'
  return RESERVED_HANDLES.has(handle) ? 'This handle is reserved for the site itself.' : undefined
}
