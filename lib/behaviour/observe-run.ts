/** Turns what the sandbox and the calls of a run show into the lines of a profile: docs/spec/behaviour.md §1. */
import type { SkillDocument, SkillSetDocument } from '../contracts/document/skillset-document.ts'
import type { Json } from '../kernel/json/json.ts'
import { matchesPath } from '../plans/model/policy/match-glob.ts'
import { reachesVault, vaultArguments } from '../plans/model/policy/vault-arguments.ts'
import type { ExecuteOptions, ObservedRequests, Outcome, SandboxCall } from '../sandbox/sandbox.ts'
import { findToolSkill } from '../tools/tool-skill.ts'
import {
  type BehaviourKind,
  type BehaviourLine,
  type BehaviourProfile,
  mergeLines,
  OTHER,
  type StatusClass,
} from './model/behaviour-profile.ts'

type OnCall = Required<ExecuteOptions>['onCall']

type Observed = { document: SkillSetDocument; skill: SkillDocument }

export type CallObserver = {
  onCall: OnCall
  list(): BehaviourLine[]
}

/** Counts the calls of a run, whether they are allowed or not, and passes them on. */
export function observeCalls(onCall: OnCall, observed: Observed): CallObserver {
  const counts = new Map<string, { kind: BehaviourKind; object: string; calls: number }>()
  const count = (kind: BehaviourKind, object: string) => {
    const key = `${kind} ${object}`
    const before = counts.get(key)
    counts.set(key, { kind, object, calls: (before?.calls ?? 0) + 1 })
  }
  return {
    onCall(call, runEnded) {
      for (const { kind, object } of describeCall(call, observed)) count(kind, object)
      return onCall(call, runEnded)
    },
    list: () =>
      [...counts.values()].map(({ kind, object, calls }) =>
        createLine(observed.skill, { kind, object, calls }),
      ),
  }
}

type Described = { kind: BehaviourKind; object: string }

/** Names that no declaration has may hold anything, so they are not repeated. */
function describeCall({ method, params }: SandboxCall, { document, skill }: Observed): Described[] {
  const { permissions = {} } = document
  const { name = '', args = {} } = (params ?? {}) as { name?: unknown; args?: Json }
  const called = typeof name === 'string' ? name : ''
  switch (method) {
    case 'callSkill': {
      if (findToolSkill(called)) return describeTool(called, args, { document, skill })
      const declared = permissions.skills?.some((entry) => entry.split('@')[0] === called)
      return [{ kind: 'skill', object: declared ? called : OTHER }]
    }
    case 'callTool':
      return describeTool(called, args, { document, skill })
    case 'readBlob':
      return [{ kind: 'blob_read', object: 'blobs' }]
    case 'writeBlob':
    case 'openBlob':
      return [{ kind: 'blob_write', object: 'blobs' }]
    default:
      return []
  }
}

function describeTool(name: string, args: Json, { document, skill }: Observed): Described[] {
  const found = findToolSkill(name)
  if (!found) return [{ kind: 'tool', object: OTHER }]
  const tool: Described = { kind: 'tool', object: name }
  if (!reachesVault(name)) return [tool]
  const prefix = found.tool.riskLevel === 'read-only' ? 'read:' : 'write:'
  const globs = (document.permissions?.vault ?? [])
    .filter((entry) => entry.startsWith(prefix))
    .map((entry) => entry.slice(prefix.length))
  const kind: BehaviourKind = found.tool.riskLevel === 'read-only' ? 'vault_read' : 'vault_write'
  const objects = vaultArguments(name, args).map(({ path }) => nameVaultPlace(path, globs, skill))
  return [tool, ...[...new Set(objects.length > 0 ? objects : ['**'])].map((object) => ({ kind, object }))]
}

/** Returns the declared pattern, else the first folder if the code names it: other paths are the caller's. */
function nameVaultPlace(path: Json, globs: readonly string[], { definition = '' }: SkillDocument): string {
  const text = typeof path === 'string' ? path.replace(/\/$/, '') : ''
  const glob = globs.find((each) => matchesPath(each, text))
  if (glob !== undefined) return glob
  const [folder = ''] = text.split('/')
  return isNamedFolder(folder, definition) ? `${folder}/**` : '**'
}

const MAX_FOLDER_CHARS = 48

/** Whether a path of the code begins with the folder, or has it as a whole: any part of the code would be the caller's choice. */
function isNamedFolder(folder: string, definition: string): boolean {
  if (folder === '' || folder.length > MAX_FOLDER_CHARS) return false
  return ["'", '"', '`', '/'].some((before) => definition.includes(`${before}${folder}/`))
}

type Line = { kind: BehaviourKind; object: string; calls: number } & Partial<BehaviourLine>

/** Longer objects do not fit into an index of the database, which holds at most 2,704 bytes of a row. */
const MAX_OBJECT_CHARS = 300

function createLine({ slug }: SkillDocument, line: Line): BehaviourLine {
  return {
    ...{ skill: slug, runs: 1, sentBytes: 0, maxSentBytes: 0, receivedBytes: 0, statuses: {} },
    ...line,
    object: line.object.length > MAX_OBJECT_CHARS ? OTHER : line.object,
  }
}

/** Returns the profile of one run. */
export function observeOutcome(
  { cpuMs = 0, memoryMb = 0, observed = [] }: Outcome,
  { skill, calls }: Observed & { calls: readonly BehaviourLine[] },
): BehaviourProfile {
  const requests = observed.flatMap((each) => describeRequests(each, skill))
  return {
    ...{ runs: 1, cpuMs, maxCpuMs: cpuMs, maxMemoryMb: memoryMb },
    // Places that differ in their query only are one line.
    lines: mergeLines([], [...requests, ...calls]).map((line) => ({ ...line, runs: 1 })),
  }
}

/** A request to a host that the skill does not declare leaves the sandbox no more than its name. */
function describeRequests(observed: ObservedRequests, skill: SkillDocument): BehaviourLine[] {
  const { method, host, path, query, headers, calls, statuses, secrets } = observed
  const isUndeclared = path === '' && statuses.refused === calls
  if (isUndeclared)
    return [createLine(skill, { kind: 'refused', object: host, calls, statuses: { refused: calls } })]
  const request = `${method} ${host}${path}`
  const { sentBytes, maxSentBytes, receivedBytes } = observed
  const traffic = { sentBytes, maxSentBytes, receivedBytes, statuses: readStatuses(statuses) }
  return [
    createLine(skill, { kind: 'request', object: request, calls, ...traffic }),
    ...query.map((name) => createLine(skill, { kind: 'query', object: `${request} ?${name}`, calls })),
    ...headers.map((name) => createLine(skill, { kind: 'header', object: `${request} #${name}`, calls })),
    ...secrets.map((key) => createLine(skill, { kind: 'secret', object: `${key} → ${host}`, calls })),
  ]
}

function readStatuses(statuses: Record<string, number>): Partial<Record<StatusClass, number>> {
  const { '2xx': ok = 0, '3xx': moved = 0, '4xx': wrong = 0, '5xx': failed = 0, refused = 0 } = statuses
  const named = { '2xx': ok, '3xx': moved, '4xx': wrong, '5xx': failed, refused }
  return Object.fromEntries(Object.entries(named).filter(([, count]) => count > 0))
}
