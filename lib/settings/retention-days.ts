/** Days for which an organisation stores inputs and outputs of runs; null for ever, 0 for not at all. */
export const RETENTION_DAYS = [0, 1, 7, 30, 90, 180, 365] as const

export type RetentionDays = (typeof RETENTION_DAYS)[number]

/** Minimum days since runs whose inputs and outputs can be deleted to free space. 0: all ended runs. */
export const FREE_RUNS_DAYS = [0, 7, 30, 90] as const

export type FreeRunsDays = (typeof FREE_RUNS_DAYS)[number]
