/** Minimum ages, in days, of runs whose inputs and outputs can be deleted to free space. 0: all ended runs. */
export const FREE_RUNS_DAYS = [0, 7, 30, 90] as const

export type FreeRunsDays = (typeof FREE_RUNS_DAYS)[number]
