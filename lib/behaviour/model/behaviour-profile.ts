/**
 * What a version was observed to do, as lines that count runs and calls: docs/spec/behaviour.md. A line names a place or a
 * capability and holds nobody's data.
 */

// biome-ignore format: table
export const BEHAVIOUR_KINDS = {
  request:     { label: 'Requests',            isFound: true },
  query:       { label: 'Query parameters',    isFound: true },
  header:      { label: 'Headers',             isFound: true },
  secret:      { label: 'Secrets sent',        isFound: true },
  refused:     { label: 'Refused requests',    isFound: true },
  vault_read:  { label: 'Vault, read',         isFound: true },
  vault_write: { label: 'Vault, written',      isFound: true },
  skill:       { label: 'Skills called',       isFound: true },
  tool:        { label: 'Tools called',        isFound: true },
  blob_read:   { label: 'Blobs read',          isFound: true },
  blob_write:  { label: 'Blobs written',       isFound: true },
  // Read from the code, not found by running it.
  package:     { label: 'Packages',            isFound: false },
  code:        { label: 'Generated code',      isFound: false },
} as const satisfies Record<string, { label: string; isFound: boolean }>

export type BehaviourKind = keyof typeof BEHAVIOUR_KINDS

export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx', 'refused'] as const
export type StatusClass = (typeof STATUS_CLASSES)[number]

export type BehaviourLine = {
  /** The slug of the skill. */
  skill: string
  kind: BehaviourKind
  /** Such as "POST api.example.com/v1/users/{id}". */
  object: string
  runs: number
  calls: number
  sentBytes: number
  /** The largest request. */
  maxSentBytes: number
  receivedBytes: number
  statuses: Partial<Record<StatusClass, number>>
}

export type BehaviourProfile = {
  runs: number
  cpuMs: number
  maxCpuMs: number
  maxMemoryMb: number
  lines: BehaviourLine[]
}

export const EMPTY_PROFILE: BehaviourProfile = { runs: 0, cpuMs: 0, maxCpuMs: 0, maxMemoryMb: 0, lines: [] }

/** Of one version. What goes beyond is counted together, as the object `OTHER` of its kind. */
export const MAX_PROFILE_LINES = 300
export const OTHER = '{other}'

export function keyOfLine({ skill, kind, object }: Pick<BehaviourLine, 'skill' | 'kind' | 'object'>): string {
  return `${skill} ${kind} ${object}`
}

/** Returns one profile with the counts of both. Lines are in the order in which they were first found. */
export function mergeProfiles(first: BehaviourProfile, second: BehaviourProfile): BehaviourProfile {
  return {
    runs: first.runs + second.runs,
    cpuMs: first.cpuMs + second.cpuMs,
    maxCpuMs: Math.max(first.maxCpuMs, second.maxCpuMs),
    maxMemoryMb: Math.max(first.maxMemoryMb, second.maxMemoryMb),
    lines: mergeLines(first.lines, second.lines),
  }
}

export function mergeLines(
  first: readonly BehaviourLine[],
  second: readonly BehaviourLine[],
): BehaviourLine[] {
  const merged = new Map<string, BehaviourLine>()
  for (const line of [...first, ...second]) {
    const isBeyond = merged.size >= MAX_PROFILE_LINES && !merged.has(keyOfLine(line))
    const placed = isBeyond ? { ...line, object: OTHER } : line
    const before = merged.get(keyOfLine(placed))
    merged.set(keyOfLine(placed), before ? addLine(before, placed) : placed)
  }
  return [...merged.values()]
}

function addLine(first: BehaviourLine, second: BehaviourLine): BehaviourLine {
  const statuses = STATUS_CLASSES.flatMap((each) => {
    const count = (first.statuses[each] ?? 0) + (second.statuses[each] ?? 0)
    return count === 0 ? [] : [[each, count] as const]
  })
  return {
    ...first,
    runs: first.runs + second.runs,
    calls: first.calls + second.calls,
    sentBytes: first.sentBytes + second.sentBytes,
    maxSentBytes: Math.max(first.maxSentBytes, second.maxSentBytes),
    receivedBytes: first.receivedBytes + second.receivedBytes,
    statuses: Object.fromEntries(statuses),
  }
}

export type BehaviourDifference = {
  /** What the version before was never seen to do. */
  added: BehaviourLine[]
  /** What it did, and this one was not seen to do. */
  removed: BehaviourLine[]
  /** The same requests, much larger. */
  grown: { line: BehaviourLine; before: number }[]
}

/** Requests that carry this many times more bytes than any before are named. */
const GROWN_TIMES = 8
const GROWN_BYTES = 2_048

/**
 * Compares what two versions were observed to do. A line that the version before had as `OTHER` counts as new, since nobody can
 * tell.
 */
export function compareProfiles(before: BehaviourProfile, after: BehaviourProfile): BehaviourDifference {
  const earlier = new Map(before.lines.map((line) => [keyOfLine(line), line]))
  const later = new Set(after.lines.map(keyOfLine))
  return {
    added: after.lines.filter((line) => !earlier.has(keyOfLine(line))),
    removed: before.lines.filter((line) => !later.has(keyOfLine(line))),
    grown: after.lines.flatMap((line) => {
      const largest = earlier.get(keyOfLine(line))?.maxSentBytes
      const isGrown =
        largest !== undefined &&
        line.maxSentBytes - largest >= GROWN_BYTES &&
        line.maxSentBytes >= largest * GROWN_TIMES
      return isGrown ? [{ line, before: largest }] : []
    }),
  }
}

/** Returns the names under which a reviewer acknowledges what is new: of lines, and of requests that grew. */
export function listToAcknowledge({ added, grown }: BehaviourDifference): string[] {
  return [
    ...added.map(keyOfLine),
    ...grown.map(({ line }) => `${keyOfLine(line)} grown to ${line.maxSentBytes} bytes`),
  ]
}
