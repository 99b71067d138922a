/** Minimum ages of versions that an organisation can choose, in hours; 0 for that of the site. */
export const VERSION_AGES = [0, 24, 72, 168, 336, 720] as const

export type VersionAgeHours = (typeof VERSION_AGES)[number]
