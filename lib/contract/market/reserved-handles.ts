/**
 * Handles nobody can claim: the first segment of an address belongs to the site or to a publisher, never to both.
 *
 * Ground. `floors.test.ts` holds this list to the folders of app/ and public/.
 */

/** Pages and doors that exist or are promised. */
const OF_THE_SITE = [
  '_next',
  'admin',
  'api',
  'blobs',
  'docs',
  'images',
  'join',
  'mcp',
  'notices',
  'oauth',
  'plans',
  'publish',
  'reset',
  'review',
  'rpc',
  'runs',
  'settings',
  'shared',
  'tools',
  'vault',
  'wallet',
]

/** Names under which somebody could pretend to speak for the site, or that people type by habit. */
const MISLEADING = [
  'about',
  'account',
  'commands',
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
  'search',
  'security',
  'skills',
  'static',
  'status',
  'support',
  'system',
  'undefined',
  'util',
  'well_known',
  'workspace',
]

export const RESERVED_HANDLES: ReadonlySet<string> = new Set([...OF_THE_SITE, ...MISLEADING])
