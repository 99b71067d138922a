/**
 * Where in its life a run is, as the id of an event: who comes back with the last one hears what came after. Floor 4,
 * pure.
 *
 * Every event is the whole run as it was then, so one event makes up for all that were missed. Source: HTML Living
 * Standard, Server-sent events, the Last-Event-ID header.
 */
import { isEnded, type RunState } from '../contract/market/run-states.ts'

type Live = { state: RunState; progress?: number }

/** "1.0" waits, "2.400" has done four tenths, "3.0" has ended. */
export function eventIdOf({ state, progress = 0 }: Live): string {
  if (isEnded(state)) return '3.0'
  return state === 'queued' ? '1.0' : `2.${Math.round(Math.min(1, Math.max(0, progress)) * 1000)}`
}

/** True when somebody who has heard `last` knows of `id` already. What is no id of ours was never heard. */
export function hasHeard(id: string, last: string | null): boolean {
  const [, rank, permille] = /^([123])\.(\d{1,4})$/.exec(last ?? '') ?? []
  if (rank === undefined) return false
  const [ownRank = 0, ownPermille = 0] = id.split('.').map(Number)
  return ownRank < Number(rank) || (ownRank === Number(rank) && ownPermille <= Number(permille))
}
