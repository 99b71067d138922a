/** See docs/spec/skills-protocol.md §1. */

export const KEY_SCOPES = ['read', 'run', 'write', 'publish', 'admin'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** The scopes that new keys can get. Older keys with "admin" stay valid. */
export const OFFERED_SCOPES: readonly KeyScope[] = KEY_SCOPES.filter((scope) => scope !== 'admin')

/** The scopes that an app can request with OAuth. A person creates the keys that publish. */
export const APP_SCOPES: readonly KeyScope[] = OFFERED_SCOPES.filter((scope) => scope !== 'publish')

/** The scopes that only owners and admins of an organisation can use: their keys lose them with the role. */
export const ADMIN_SCOPES: readonly KeyScope[] = ['publish', 'admin']

// biome-ignore format: table
export const SCOPE_MEANINGS = {
  read:    'Find, describe and read skills, including private ones of the organisation, and use read-only tools.',
  run:     'Run skills and code.',
  write:   'Store blobs and use tools that make changes.',
  publish: 'Create SkillSets, write and test their drafts, and stage versions. A person submits what is staged. For owners and admins.',
  admin:   'Reserved. It grants nothing yet: settings are for signed-in people only.',
} as const satisfies Record<KeyScope, string>

export const KEY_LIFETIMES = [30, 90, 365, null] as const

/** Lets secret scanners recognise leaked keys. */
export const KEY_PREFIX = 'gh_'
