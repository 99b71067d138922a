/** How long a link to a run can be open: a number of days, or until someone ends it. */
export const SHARE_EXPIRIES = ['never', '1', '7', '30'] as const

export type ShareExpiry = (typeof SHARE_EXPIRIES)[number]
