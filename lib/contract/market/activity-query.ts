/**
 * What an admin asks of the activity page, as its address holds it.
 *
 * Ground; total: a value that makes no sense is left out. Days are UTC, and both ends are included.
 */
import { isStorable } from '../json/storable.ts'

export const ACTIVITY_KINDS = ['tools', 'plans', 'vault'] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

export const ACTIVITY_LABELS: Record<ActivityKind, string> = {
  tools: 'Tool calls',
  plans: 'Plan runs',
  vault: 'Vault writes',
}

export const DOORS = ['form', 'rest', 'rpc', 'mcp', 'code', 'cli', 'studio', 'review', 'system'] as const

export type ActivityQuery = {
  kind: ActivityKind
  organisation: string
  person: string
  /** Of a tool call: the tool; of a plan run: words of its goal; of a vault write: the path. */
  what: string
  door: string
  from: string
  to: string
}

const FIELDS = ['organisation', 'person', 'what', 'door', 'from', 'to'] as const
const LONGEST = 100

export function parseActivityQuery(params: URLSearchParams): ActivityQuery {
  const text = (field: string) => {
    const given = (params.get(field) ?? '').trim().slice(0, LONGEST)
    return isStorable(given) ? given : ''
  }
  const oneOf = (field: string, allowed: readonly string[]) =>
    allowed.includes(text(field)) ? text(field) : ''
  return {
    kind: ACTIVITY_KINDS.find((kind) => kind === params.get('kind')) ?? 'tools',
    organisation: text('organisation'),
    person: text('person'),
    what: text('what'),
    door: oneOf('door', DOORS),
    from: dayOf(text('from')),
    to: dayOf(text('to')),
  }
}

/** The parameters again, without what is empty. */
export function activitySearch(query: ActivityQuery, after?: string): string {
  const params = new URLSearchParams(FIELDS.flatMap((field) => (query[field] ? [[field, query[field]]] : [])))
  if (query.kind !== 'tools') params.set('kind', query.kind)
  if (after) params.set('after', after)
  return params.size > 0 ? `?${params}` : ''
}

function dayOf(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''
}
