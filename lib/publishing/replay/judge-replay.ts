import {
  compareOutputs,
  type OutputDifference,
  proposeAssertions,
} from '../../contracts/examples/assertions.ts'
import { toContractPath } from '../../contracts/examples/contract-path.ts'
import { jsonTypeOf } from '../../json-schema/tree/schema-tree.ts'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { valueAt } from '../../kernel/json/json-pointer.ts'
import { type ReplayDifference, type ReplayVerdict, worstVerdict } from '../model/replay-verdicts.ts'

/** How a version did with an input. */
export type Execution = {
  /** Absent if it failed. */
  output?: Json
  /** Pointers into the output where it breaks the contract. */
  broken: readonly string[]
  /** What it asked of the world, in words of the version: hosts that it declares, skills, tools. */
  asked: readonly string[]
  /** Hosts, as declared, of requests that nothing in the recording answers: another method, address or body. */
  unrecorded: readonly string[]
  cpuMs: number
  durationMs: number
}

export type ReplayJudgement = { verdict: ReplayVerdict; differences: ReplayDifference[] }

/** A run that needs more than twice as long is slower, unless it is too short to tell. */
const SLOWER = 2
const MIN_SLOWER_MS = 150

/**
 * Compares a version with the one before, which ran twice: what differs between its two outputs is noise. Places are paths
 * of the contract.
 */
export function judgeReplay(
  { first, second, next }: { first: Execution; second: Execution; next: Execution },
  contract: { before: JsonSchema; after: JsonSchema },
): ReplayJudgement {
  if (first.output === undefined || second.output === undefined)
    return { verdict: 'not_replayable', differences: [] }
  const behaviour = listNewBehaviour(next, [first, second])
  if (next.output === undefined) return judged([...behaviour, { place: '', verdict: 'fails' }])
  const noise = proposeAssertions(first.output, second.output)
  const before = first.output
  const after = next.output
  const outputs = compareOutputs(before, after, noise).map((difference) => ({
    place: placeOf(difference, contract),
    verdict: judgeDifference(difference, before, after),
  }))
  const known = new Set([...first.broken, ...second.broken])
  const broken = next.broken
    .filter((path) => !known.has(path))
    .map((path) => ({ place: toContractPath(contract.after, path), verdict: 'breaks_contract' as const }))
  const differences = [...broken, ...behaviour, ...outputs]
  if (isSlower(next, first, second)) differences.push({ place: '', verdict: 'slower' })
  if (differences.length > 0) return judged(differences)
  return { verdict: noise.length > 0 ? 'same_but_noise' : 'same', differences: [] }
}

function judged(all: ReplayDifference[]): ReplayJudgement {
  const differences = [...new Map(all.map((each) => [`${each.verdict} ${each.place}`, each])).values()]
  return { verdict: worstVerdict(differences.map(({ verdict }) => verdict)), differences }
}

function listNewBehaviour(next: Execution, before: readonly Execution[]): ReplayDifference[] {
  const listNew = (of: (execution: Execution) => readonly string[]) =>
    [...new Set(of(next))].filter((each) => !before.some((execution) => of(execution).includes(each)))
  const asked = listNew((execution) => execution.asked)
  // A host that is new is named already.
  const otherRequests = listNew((execution) => execution.unrecorded).filter((host) => !asked.includes(host))
  return [...asked, ...otherRequests.map((host) => `${host}: another request`)].map((place) => ({
    place,
    verdict: 'behaves_otherwise',
  }))
}

function judgeDifference(
  { kind, path }: OutputDifference,
  before: Json,
  after: Json,
): 'other_shape' | 'other_value' {
  if (kind !== 'changed') return 'other_shape'
  const [one, other] = [valueAt(before, path) ?? null, valueAt(after, path) ?? null]
  return jsonTypeOf(one) === jsonTypeOf(other) ? 'other_value' : 'other_shape'
}

/** A place that only one of the contracts names is called as that one does. */
function placeOf({ path }: OutputDifference, { before, after }: { before: JsonSchema; after: JsonSchema }) {
  const [old, next] = [toContractPath(before, path), toContractPath(after, path)]
  const unnamed = (place: string) => place.split('/').filter((key) => key === '*').length
  return unnamed(old) <= unnamed(next) ? old : next
}

export function isSlower(
  next: Pick<Execution, 'cpuMs'>,
  first: Pick<Execution, 'cpuMs'>,
  second: Pick<Execution, 'cpuMs'>,
): boolean {
  const before = Math.max(first.cpuMs, second.cpuMs)
  return next.cpuMs > before * SLOWER && next.cpuMs - before > MIN_SLOWER_MS
}
