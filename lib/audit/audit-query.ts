/** Reads URL parameters; invalid values are ignored. Days are UTC, inclusive. */

import { DAY_MS } from '../kernel/time.ts'
import { isStorable } from '../kernel/validation/storable.ts'
import { RUN_CHANNELS, type RunChannel } from '../runs/model/run-channels.ts'
import { RUN_LABELS, type RunState } from '../runs/model/run-states.ts'

export type AuditQuery = {
  action: string
  actor: string
  /** The id of a person: names are not unique. */
  actorId: string
  subject: string
  from: string
  to: string
}

const FIELDS = ['action', 'actor', 'actorId', 'subject', 'from', 'to'] as const
const LONGEST = 100

export function parseAuditQuery(params: URLSearchParams): AuditQuery {
  const text = (field: (typeof FIELDS)[number]) => {
    const given = (params.get(field) ?? '').trim().slice(0, LONGEST)
    return isStorable(given) ? given : ''
  }
  return {
    action: text('action'),
    actor: text('actor'),
    actorId: text('actorId'),
    subject: text('subject'),
    from: requireDay(text('from')),
    to: requireDay(text('to')),
  }
}

export function parseInstants({ from, to }: Pick<AuditQuery, 'from' | 'to'>): { from?: Date; until?: Date } {
  return {
    ...(from && { from: new Date(from) }),
    ...(to && { until: new Date(Date.parse(to) + DAY_MS) }),
  }
}

export function auditSearch(query: AuditQuery, after?: string): string {
  const params = new URLSearchParams(FIELDS.flatMap((field) => (query[field] ? [[field, query[field]]] : [])))
  if (after) params.set('after', after)
  return params.size > 0 ? `?${params}` : ''
}

function requireDay(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''
}

export const ACTIVITY_KINDS = ['runs', 'tools', 'plans', 'vault'] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

export const ACTIVITY_LABELS: Record<ActivityKind, string> = {
  runs: 'Runs of skills',
  tools: 'Tool calls',
  plans: 'Plan runs',
  vault: 'Vault writes',
}

export type ActivityQuery = {
  kind: ActivityKind
  organisation: string
  person: string
  /** A skill or the ID of a run, a tool, words of a plan's goal, or a vault path. */
  what: string
  /** Of runs and tool calls. */
  state: RunState | ''
  channel: RunChannel | ''
  from: string
  to: string
}

export const RUN_STATES = Object.keys(RUN_LABELS) as RunState[]

const ACTIVITY_QUERY_FIELDS = ['organisation', 'person', 'what', 'state', 'channel', 'from', 'to'] as const

export function parseActivityQuery(params: URLSearchParams): ActivityQuery {
  const text = (field: string) => {
    const given = (params.get(field) ?? '').trim().slice(0, LONGEST)
    return isStorable(given) ? given : ''
  }
  const channelIn = (field: string) => RUN_CHANNELS.find((channel) => channel === text(field)) ?? ''
  return {
    kind: ACTIVITY_KINDS.find((kind) => kind === params.get('kind')) ?? 'runs',
    organisation: text('organisation'),
    person: text('person'),
    what: text('what'),
    state: RUN_STATES.find((state) => state === text('state')) ?? '',
    // Links of earlier versions use this former name.
    channel: channelIn('channel') || channelIn('door'),
    from: requireDay(text('from')),
    to: requireDay(text('to')),
  }
}

export function activitySearch(query: ActivityQuery, after?: string): string {
  const params = new URLSearchParams(
    ACTIVITY_QUERY_FIELDS.flatMap((field) => (query[field] ? [[field, query[field]]] : [])),
  )
  if (query.kind !== 'runs') params.set('kind', query.kind)
  if (after) params.set('after', after)
  return params.size > 0 ? `?${params}` : ''
}
