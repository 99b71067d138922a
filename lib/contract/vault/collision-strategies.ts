/** What it means to whoever makes, moves or brings something that its path is taken. Ground, data. */
export const COLLISION_STRATEGIES = ['error', 'create-unique', 'overwrite'] as const

export type CollisionStrategy = (typeof COLLISION_STRATEGIES)[number]
