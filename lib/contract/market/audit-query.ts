/**
 * The audit log's filters, as the address of its page holds them.
 *
 * Ground; total: a value that makes no sense is left out. Days are UTC, and both ends are included.
 */

import { isStorable } from '../json/storable.ts'

export type AuditQuery = { action: string; actor: string; subject: string; from: string; to: string }

const FIELDS = ['action', 'actor', 'subject', 'from', 'to'] as const
const LONGEST = 100
const DAY_MS = 86_400_000

export function parseAuditQuery(params: URLSearchParams): AuditQuery {
  const [action, actor, subject, from, to] = FIELDS.map((field) => {
    const text = (params.get(field) ?? '').trim().slice(0, LONGEST)
    return isStorable(text) ? text : ''
  })
  return { action: action!, actor: actor!, subject: subject!, from: dayOf(from!), to: dayOf(to!) }
}

/** The first instant of `from` and the one after the last of `to`. */
export function instantsOf({ from, to }: Pick<AuditQuery, 'from' | 'to'>): { from?: Date; until?: Date } {
  return {
    ...(from && { from: new Date(from) }),
    ...(to && { until: new Date(Date.parse(to) + DAY_MS) }),
  }
}

/** The parameters again, without what is empty. */
export function auditSearch(query: AuditQuery, after?: string): string {
  const params = new URLSearchParams(FIELDS.flatMap((field) => (query[field] ? [[field, query[field]]] : [])))
  if (after) params.set('after', after)
  return params.size > 0 ? `?${params}` : ''
}

function dayOf(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''
}
