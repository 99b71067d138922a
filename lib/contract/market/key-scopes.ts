/** What an API key may do, as a table. Ground. Source: specification "Skills protocol", Authorization. */

export const KEY_SCOPES = ['read', 'run', 'write', 'admin'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** What forms and programs are offered: settings are for people, so nothing opens to `admin`. Keys that have it stay valid. */
export const OFFERED_SCOPES: readonly KeyScope[] = KEY_SCOPES.filter((scope) => scope !== 'admin')

// biome-ignore format: a table reads in rows
export const SCOPE_MEANINGS = {
  read:  'Find, describe and read skills, private ones of the organisation included, and use tools that only read.',
  run:   'Run skills and code.',
  write: 'Store blobs, and use tools that change things.',
  admin: 'Reserved: it opens nothing yet. Settings are for people.',
} as const satisfies Record<KeyScope, string>

/** How long a key lives, in days; null for ever. */
export const KEY_LIFETIMES = [30, 90, 365, null] as const

/** What every key begins with, so that a leaked one is recognised for what it is. */
export const KEY_PREFIX = 'gh_'
