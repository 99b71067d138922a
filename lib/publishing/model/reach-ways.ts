/** How an organisation came into contact with versions that were recalled. */
export const REACH_WAYS = [
  'ran',
  'installed',
  'toolset',
  'plan',
  'automation',
  'config',
  'key',
  'preset',
] as const

export type ReachWay = (typeof REACH_WAYS)[number]
