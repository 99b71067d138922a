import { isToolName } from './tool-name.ts'

export type SkillName = { publisher: string; skillSet: string; skill: string }

const SEGMENT = /^[a-z0-9_]{1,64}$/

export function isSlug(text: string): boolean {
  return SEGMENT.test(text)
}

export function parseSkillName(text: unknown): SkillName | null {
  if (typeof text !== 'string') return null
  const [publisher = '', skillSet = '', skill = '', ...more] = text.split('.')
  if (more.length > 0 || ![publisher, skillSet, skill].every(isSlug)) return null
  return { publisher, skillSet, skill }
}

export function formatSkillName({ publisher, skillSet, skill }: SkillName): string {
  return `${publisher}.${skillSet}.${skill}`
}

export function isCallableName(text: unknown): boolean {
  return isToolName(text) || parseSkillName(text) !== null
}

// A URL begins with a page or a publisher; `layers.test.ts` compares with app/ and public/.

/** Existing and planned pages. */
const OF_THE_SITE = [
  '_next',
  'about',
  'admin',
  'api',
  'blobs',
  'collections',
  'docs',
  'embed',
  'images',
  'join',
  'mcp',
  'metrics',
  'notices',
  'oauth',
  'recalls',
  'removals',
  'find',
  'plans',
  'privacy',
  'automations',
  'integrations',
  'publish',
  'reset',
  'review',
  'rpc',
  'runs',
  'settings',
  'shared',
  'starred',
  'status',
  'tools',
  'unsubscribe',
  'vault',
  'wallet',
  'welcome',
]

/** These seem to represent the site, or are typed by habit. */
const MISLEADING = [
  'account',
  'commands',
  'constructor',
  'core',
  'editor',
  'guildhall',
  'help',
  'home',
  'login',
  'logout',
  'me',
  'new',
  'null',
  'official',
  'prototype',
  'search',
  'security',
  'skills',
  'static',
  'support',
  'system',
  'undefined',
  'util',
  'well_known',
  'workspace',
]

export const RESERVED_HANDLES: ReadonlySet<string> = new Set([...OF_THE_SITE, ...MISLEADING])

export function handleError(handle: string): string | undefined {
  if (!isSlug(handle)) return 'Use 1-64 lowercase letters, digits and underscores.'
  // "__proto__" has a special meaning.
  if (/^_|_$|__/.test(handle))
    return 'Start and end with a letter or digit, and use single underscores in between.'
  return RESERVED_HANDLES.has(handle) ? 'This handle is reserved.' : undefined
}

const MAX_CHARS = 64

/** Returns "cafe_co_2" for "Café & Co. 2"; "" if nothing is usable. */
export function slugFrom(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, MAX_CHARS)
    .replace(/^_+|_+$/g, '')
}
